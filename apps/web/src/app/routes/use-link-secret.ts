import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';

/**
 * The secret in the hash of the mailed link that opened this page, or ''. It is removed from the URL, where it could
 * be seen, copied or stored.
 */
export function useLinkSecret(): string {
  const { hash, pathname } = useLocation();
  const navigate = useNavigate();
  const [secret, setSecret] = useState(() => hash.slice(1));
  useEffect(() => {
    if (hash === '') return;
    setSecret(hash.slice(1));
    void navigate(pathname, { replace: true });
  }, [hash, pathname, navigate]);
  return secret;
}

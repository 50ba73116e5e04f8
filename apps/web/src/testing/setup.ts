import '@testing-library/jest-dom/jest-globals';
import { afterEach } from '@jest/globals';
import { cleanup, configure, getConfig } from '@testing-library/react';

const { getElementError } = getConfig();
const isRetrying = () => Reflect.get(getConfig(), '_disableExpensiveErrorDiagnostics') === true;

configure({
  // For slow and busy machines; a test that passes does not wait for so long.
  asyncUtilTimeout: 60_000,
  // Printing the page takes longer than finding an element: findBy and waitFor print it only when they give up.
  getElementError: (message, container) =>
    isRetrying()
      ? Object.assign(new Error(message ?? ''), { name: 'TestingLibraryElementError' })
      : getElementError(message, container),
});

afterEach(() => {
  cleanup();
  localStorage.clear();
  sessionStorage.clear();
});

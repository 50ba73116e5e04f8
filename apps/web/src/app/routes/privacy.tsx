import { helpText } from '../../features/content/help-texts';
import { Prose } from '../../features/content/prose';

/** `/privacy`. */
export function Component() {
  return <Prose {...helpText.privacy} />;
}

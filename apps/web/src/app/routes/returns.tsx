import { helpText } from '../../features/content/help-texts';
import { Prose } from '../../features/content/prose';

/** `/returns`. */
export function Component() {
  return <Prose {...helpText.returns} />;
}

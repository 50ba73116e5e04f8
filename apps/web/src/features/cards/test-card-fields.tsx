import { TEST_CARDS, type TestCardToken } from '#libs/contracts';
import { Field, Select } from '../../ui/form';
import { cardsText } from './texts';

const { test } = cardsText;

/** The form of the built-in processor: it has no card numbers to type, only cards to choose from. */
export function TestCardFields({
  token,
  onChoose,
}: {
  token: TestCardToken;
  onChoose: (token: TestCardToken) => void;
}) {
  return (
    <Field name="test-card" label={test.label} hint={test.hint}>
      <Select
        value={token}
        onChange={({ target: { value } }) => {
          const card = TEST_CARDS.find((one) => one.token === value);
          if (card) onChoose(card.token);
        }}
      >
        {TEST_CARDS.map((card) => (
          <option key={card.token} value={card.token}>
            {test.option(card.last4, test.does[card.token])}
          </option>
        ))}
      </Select>
    </Field>
  );
}

/** Announces in a dialog what another user has changed since it opened. */
export function ChangeNotice({ text }: { text: string | null }) {
  return (
    <p role="alert" className="border-l-4 border-tomato-ink pl-3 font-semibold empty:hidden">
      {text}
    </p>
  );
}

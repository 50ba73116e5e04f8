import type { UploadedPicture } from '#libs/contracts';

/** Small pictures, each a link to the whole one. */
export function PictureLinks({
  pictures,
  label,
  nameOf,
}: {
  pictures: readonly UploadedPicture[];
  label: string;
  /** What the picture is called; the first is 1. */
  nameOf: (n: number) => string;
}) {
  if (pictures.length === 0) return null;
  return (
    <ul aria-label={label} className="flex flex-wrap gap-2 print:hidden">
      {pictures.map(({ url, sizes }, at) => (
        <li key={url}>
          <a href={url} target="_blank" rel="noreferrer" className="block rounded-md">
            <img
              src={sizes?.[0]?.url ?? url}
              alt={nameOf(at + 1)}
              loading="lazy"
              className="size-20 rounded-md border border-rule object-cover"
            />
          </a>
        </li>
      ))}
    </ul>
  );
}

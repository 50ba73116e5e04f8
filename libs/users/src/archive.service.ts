import { Injectable } from '@nestjs/common';
import { Zip, ZipDeflate, ZipPassThrough } from 'fflate';
import {
  PersonalRecordSources,
  type Principal,
  type RecordFile,
  type RecordsOwner,
  type VerifiedIdentity,
} from '#libs/platform';
import { archivePage, type Section } from './archive-page.js';
import { UsersService } from './users.service.js';

/** One zip archive of all that the shop holds about a person. */
@Injectable()
export class ArchiveService {
  constructor(
    private readonly users: UsersService,
    private readonly sources: PersonalRecordSources,
  ) {}

  /**
   * The archive in pieces: `index.html` to read, `data.json` for programs, and `pictures/`. What is held is read before
   * the first piece, so that a failure is an error and no broken file. Throws `SERVICE_UNAVAILABLE` while a provider
   * that holds something of it does not answer.
   */
  async of(principal: Principal, identity: VerifiedIdentity): Promise<AsyncGenerator<Uint8Array>> {
    const { userId, role, farmId } = principal;
    const { email, name } = await this.users.get(userId);
    // Others may have used an address that is not confirmed. An issuer without addresses in its tokens confirms them.
    const isConfirmed = identity.emailVerified || identity.email === null;
    const { subject } = identity;
    const owner: RecordsOwner = {
      userId,
      role,
      farmId,
      email: isConfirmed ? email : null,
      subject,
    };
    const sections: Section[] = [];
    const files: RecordFile[] = [];
    for await (const { kind, rows, files: own = [] } of this.sources.of(owner)) {
      sections.push({ kind, rows });
      files.push(...own);
    }
    return zipped({ name, at: new Date() }, sections, files);
  }
}

async function* zipped(
  about: { readonly name: string; readonly at: Date },
  sections: readonly Section[],
  files: readonly RecordFile[],
): AsyncGenerator<Uint8Array> {
  const pieces: Uint8Array[] = [];
  const zip = new Zip((error, piece) => {
    if (error) throw error;
    pieces.push(piece);
  });
  const data = Object.fromEntries(sections.map(({ kind, rows }) => [kind, rows]));
  for (const [name, text] of [
    ['index.html', archivePage(about, sections)],
    ['data.json', JSON.stringify({ madeAt: about.at.toISOString(), ...data }, null, 2)],
  ] as const) {
    const entry = new ZipDeflate(name);
    zip.add(entry);
    entry.push(new TextEncoder().encode(text), true);
    yield* pieces.splice(0);
  }
  for (const { name, read } of files) {
    const bytes = await read();
    if (!bytes) continue;
    // pictures are compressed already
    const entry = new ZipPassThrough(`pictures/${name}`);
    zip.add(entry);
    entry.push(bytes, true);
    yield* pieces.splice(0);
  }
  zip.end();
  yield* pieces.splice(0);
}

import { type CryptoKey, exportSPKI, generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import { emailOf } from './test-identity.js';

const ISSUER = 'https://issuer.example.test';
/** The address of a marketplace that trusts a {@link TestIssuer}. */
const SHOP = 'http://shop.example.test';

const now = () => Math.floor(Date.now() / 1000);

/** A hosted identity provider: signs tokens, which a marketplace with its settings checks like Clerk's. */
export class TestIssuer {
  private constructor(
    private readonly key: CryptoKey,
    /** Settings of a marketplace that trusts this issuer. */
    readonly settings: Record<string, string>,
  ) {}

  static async create(): Promise<TestIssuer> {
    const { publicKey, privateKey } = await generateKeyPair('RS256');
    return new TestIssuer(privateKey, {
      PUBLIC_URL: SHOP,
      TRUSTED_PROXIES: '1',
      CLERK_ISSUER: ISSUER,
      CLERK_JWT_KEY: await exportSPKI(publicKey),
      CLERK_PUBLISHABLE_KEY: 'pk_test_x',
      CLERK_SECRET_KEY: 'sk_test_x',
    });
  }

  /** A valid token, unless these claims make it invalid. */
  token(subject: string, claims: JWTPayload = {}): Promise<string> {
    return new SignJWT({
      iss: ISSUER,
      azp: SHOP,
      iat: now(),
      exp: now() + 3_600,
      email: emailOf(subject),
      email_verified: true,
      given_name: subject.slice(5),
      family_name: 'Tester',
      ...claims,
      sub: subject,
    })
      .setProtectedHeader({ alg: 'RS256' })
      .sign(this.key);
  }

  /** A token that has expired. */
  expired = (subject: string) => this.token(subject, { iat: now() - 7_200, exp: now() - 3_600 });
  /** A token by the same key that names another issuer. */
  ofAnother = (subject: string) => this.token(subject, { iss: 'https://other.example.test' });
  /** A token for another audience. */
  forAnother = (subject: string) => this.token(subject, { aud: 'https://other.example.test' });

  /** Another user's token, with this subject written into its claims. */
  tampered = async (subject: string): Promise<string> => {
    const [head, claims = '', signature] = (await this.token('test-somebody')).split('.');
    const said = JSON.parse(Buffer.from(claims, 'base64url').toString()) as JWTPayload;
    const lie = JSON.stringify({ ...said, sub: subject, email: emailOf(subject) });
    return `${head}.${Buffer.from(lie).toString('base64url')}.${signature}`;
  };
}

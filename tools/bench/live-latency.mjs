/**
 * Time from the response to `POST /orders` to the changed text in two other browsers: a card on the farm's board (one
 * hop) and the admin's order count (two hops, through the projection).
 * `node tools/bench/live-latency.mjs [orders] [per second]`
 */
import { openBrowser, openShop } from './open-shop.mjs';

const [orders = 100, rate = 5] = process.argv.slice(2).map(Number);
const address = {
  recipient: 'Ann Miller',
  phone: '518 555 0100',
  line1: '12 Mill Lane',
  city: 'Hudson',
  state: 'NY',
  postalCode: '12534',
};

const { base, close } = await openShop(3477);
const browser = await openBrowser();
try {
  const farmer = await watch(
    'farmer',
    '/dashboard/farmer/orders',
    () => document.body.innerText.match(/FG-\w{8}/g) ?? [],
  );
  const admin = await watch('admin', '/dashboard/admin', () => {
    const label = [...document.querySelectorAll('dt')].find(
      (dt) => dt.textContent === 'Total orders',
    );
    return [label?.nextElementSibling?.textContent ?? ''];
  });
  // Twelve customers, so that none of them exceeds the rate limit of a user.
  const customers = [];
  for (let index = 0; index < 12; index++)
    customers.push(await post('/demo/sign-in', { role: 'customer', index }));
  const stall = await (await fetch(`${base}/api/v1/products?limit=100&inStock=true`)).json();
  const own = stall.products.filter(({ farmSlug }) => farmSlug === 'hollow-creek-farm');
  const placed = [];
  for (let n = 0; n < orders; n++) {
    const product = own.reduce((most, next) => (next.available > most.available ? next : most));
    product.available -= product.minimum;
    const items = [{ productId: product._id, quantity: product.minimum }];
    const { code } = await post(
      '/orders',
      { items, address },
      {
        authorization: `Bearer ${customers[n % customers.length].token}`,
        'idempotency-key': `latency-${n}`,
      },
    );
    placed.push({ code, count: String(n + 1), at: Date.now() });
    await new Promise((resolve) => setTimeout(resolve, 1000 / rate));
  }
  await new Promise((resolve) => setTimeout(resolve, 2000));
  report(
    'farm board',
    await seen(farmer),
    placed.map(({ code, at }) => [code, at]),
  );
  report(
    'admin count',
    await seen(admin),
    placed.map(({ count, at }) => [count, at]),
  );
} finally {
  await browser.close();
  close();
}

/** Opens a screen as a demo user and records when each text that `read` finds first appeared. */
async function watch(role, path, read) {
  const page = await (await browser.newContext()).newPage();
  await page.goto(`${base}/auth`);
  await page.getByRole('button', { name: `Demo ${role}` }).click();
  await page.waitForURL(/\/products/);
  await page.goto(`${base}${path}`);
  await page.getByText('Live', { exact: true }).first().waitFor();
  await page.waitForLoadState('networkidle');
  await page.evaluate(`(() => {
    const read = ${read};
    window.firstSeen = new Map();
    const look = () => { for (const text of read()) if (!window.firstSeen.has(text)) window.firstSeen.set(text, Date.now()); };
    look();
    new MutationObserver(look).observe(document.body, { subtree: true, childList: true, characterData: true });
  })()`);
  return page;
}

async function seen(page) {
  return new Map(await page.evaluate('[...window.firstSeen]'));
}

function report(name, times, expected) {
  const took = expected
    .filter(([text]) => times.has(text))
    .map(([text, at]) => times.get(text) - at)
    .sort((a, b) => a - b);
  const at = (share) => took[Math.min(took.length - 1, Math.floor(took.length * share))];
  console.log(
    `${name}: ${took.length} of ${expected.length} seen, p50 ${at(0.5)} ms, p95 ${at(0.95)} ms, max ${took.at(-1)} ms`,
  );
}

async function post(path, body, headers = {}) {
  const response = await fetch(`${base}/api/v1${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return response.json();
}

import { EMULATOR_PATH } from '#src/shared/paths.ts';
import { until } from '../until.ts';
import type { Driver, Name, Role } from './driver.ts';

/** A person in front of a browser: what a journey does, in any engine. */
export class Person {
  readonly driver: Driver;
  readonly #shopUrl: string;
  readonly #disconnect: () => Promise<void>;

  /** `disconnect` makes the shop unreachable at its address. */
  constructor(driver: Driver, shopUrl: string, disconnect: () => Promise<void>) {
    this.driver = driver;
    this.#shopUrl = shopUrl;
    this.#disconnect = disconnect;
  }

  open = (path: string) => this.driver.open(this.#shopUrl + path);
  tap = (role: Role, name: Name) => this.driver.tap(role, name);
  fill = (label: string, text: string) => this.driver.fill(label, text);
  choose = (label: string, option: string) => this.driver.choose(label, option);
  attach = (label: string, file: string) => this.driver.attach(label, file);
  back = () => this.driver.back();
  path = () => this.driver.run(() => location.pathname + location.search + location.hash);

  /** The words on the page, as they are shown. */
  text = async () => (await this.driver.run(() => document.body.innerText)).replaceAll('\u00a0', ' ');

  /** Waits until the page shows these words. */
  see = (words: string) => this.wait(`“${words}”`, async () => (await this.text()).includes(words));

  /** Waits until the page's address matches. */
  arrive = (address: RegExp) => this.wait(String(address), async () => address.test(await this.path()));

  /** Uses the page until the service worker controls it, so that later pages pass it. */
  async readUntilKept(): Promise<void> {
    await this.wait('the service worker', async () => {
      await this.driver.press('Tab');
      return this.driver.run(() => navigator.serviceWorker.controller?.state === 'activated');
    });
  }

  /** From now on the shop cannot be reached. */
  goOffline = () => this.#disconnect();

  /** Decides at PayPal, which is shown in a window of its own or in this one. */
  async decideAtPaypal(decision: string): Promise<void> {
    const { driver } = this;
    const own = await driver.window();
    let other: string | undefined;
    await this.wait('PayPal', async () => {
      other = (await driver.windows()).find((window) => window !== own);
      return other !== undefined || (await this.path()).startsWith(EMULATOR_PATH);
    });
    if (other) await driver.switchTo(other);
    await this.tap('button', decision);
    if (!other) return;
    await until('PayPal’s window closes', async () => (await driver.windows()).length === 1);
    await driver.switchTo(own);
  }

  /** Waits for something on the page; asking fails while a page is being replaced. */
  private async wait(what: string, isSo: () => Promise<boolean>): Promise<void> {
    try {
      await until(what, () => isSo().catch(() => false));
    } catch (error) {
      const shown = await this.text().catch(String);
      throw new Error(`${String(error)}\nat ${await this.path().catch(String)}:\n${shown.slice(0, 1500)}`);
    }
  }
}

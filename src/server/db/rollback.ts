import type { Driver } from 'kysely';

/**
 * Kysely rolls back after an error and then throws that error. A failed rollback must not replace it: after a full disk
 * or a lost connection the rollback fails as well, and its error does not name the cause.
 */
export function keepCause(driver: Driver): Driver {
  const rollback = driver.rollbackTransaction.bind(driver);
  driver.rollbackTransaction = (connection) => rollback(connection).catch(() => {});
  return driver;
}

import type { Driver } from 'kysely';

/**
 * Kysely rolls back after an error and then throws that error. A failed rollback must not take its place: a full disk or a
 * lost connection has ended the transaction already, so the rollback fails as well and tells nothing of the cause.
 */
export function keepCause(driver: Driver): Driver {
  const rollback = driver.rollbackTransaction.bind(driver);
  driver.rollbackTransaction = (connection) => rollback(connection).catch(() => {});
  return driver;
}

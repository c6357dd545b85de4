let serial = 0;

/** Another number of DHL, with its check digit. */
export function newTrackingNumber(): string {
  const digits = `340434${String(++serial).padStart(11, '0')}`;
  const sum = [...digits].reduce((all, digit, index) => all + Number(digit) * (index % 2 === 0 ? 3 : 1), 0);
  return `00${digits}${(10 - (sum % 10)) % 10}`;
}

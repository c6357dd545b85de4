interface Props {
  label: string;
  onClick: () => void;
}

/** Closes the notice beside it. */
export default function CloseButton({ label, onClick }: Props) {
  return <button type="button" className="cart-close" aria-label={label} onClick={onClick} />;
}

// Where a line stops to say what a thing is and begins to say what it is for, with or like: of all three languages.
const TURN =
  /,|;|:|(?<!\p{L})(?:para|com|sem|em|que|de uso|do dia|für|mit|ohne|zum|zur|zu|im|in|aus|auf|der|die|wie|bei|and|for|with|to|from|that|in|of|made|by|the)(?!\p{L})/iu;

/** A subtitle's first words, which name the thing, and the rest: "Kokosmilch für Moqueca" → Kokosmilch. */
export function partSubject(subtitle: string): { subject: string; rest: string } {
  const at = subtitle.search(TURN);
  return at >= 0 ? { subject: subtitle.slice(0, at), rest: subtitle.slice(at) } : { subject: subtitle, rest: '' };
}

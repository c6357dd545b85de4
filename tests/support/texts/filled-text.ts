/** A text whose places for numbers and times are filled. */
export const asFilledText = (text: string): RegExp =>
  new RegExp(`^${RegExp.escape(text).replace(/\\\{\\\{\w+\\\}\\\}/g, '.+')}$`);

/** A drawn signature, 48 by 16 pixels: the proof of every delivery, as a PNG in base64. */
export const SIGNATURE_PNG =
  'iVBORw0KGgoAAAANSUhEUgAAADAAAAAQAQAAAAB41cEcAAAARUlEQVR42mP4DwYM+ClmMPWn4v//Rob/P//V/2NgqP/8X/7Hf4b9' +
  'z/8fP/yfYf75/x/4/zOcl///p/4/w4d6sL6/WAwDABlIViQMZqtCAAAAAElFTkSuQmCC';

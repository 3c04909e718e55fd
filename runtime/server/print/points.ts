/** Units of printing. */
export const MM_OF_INCH = 25.4
/** Points of a millimetre. */
export const POINTS = 72 / MM_OF_INCH
/** Dots of an inch that a printer shows. */
export const PRINTED_DPI = 300

/** Units of printing. */
export const MM_OF_INCH = 25.4
/** Points in a millimetre. */
export const POINTS = 72 / MM_OF_INCH
/** Dots per inch of a printer. */
export const PRINTED_DPI = 300

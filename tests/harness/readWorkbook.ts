import Excel from 'exceljs'

/** The sheets of an xlsx file. */
export async function readWorkbook(bytes: Uint8Array): Promise<Excel.Worksheet[]> {
  const book = new Excel.Workbook()
  await book.xlsx.load(bytes as unknown as ArrayBuffer)
  return book.worksheets
}

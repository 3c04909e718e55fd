import type { ReactNode } from 'react'
import { findDocument } from '../../runtime/client/library.ts'
import type { NodeProps } from '../NodeList.tsx'
import { DataTable } from '../table/DataTable.tsx'
import '../styles/table.css'

export const drawnFirst = true

/** A table document: rows of a call with filters, search, views, columns, density, sorting, pagination, selection and actions. */
export default function TableNode({ node }: NodeProps<'table'>): ReactNode {
  const table = findDocument('tables', node.table)
  if (!table) return <p className="ag-developer">Table "{node.table}" did not come with this page</p>
  return <DataTable table={table} params={node.params} />
}

/** Table of an entity's rows: `notes.entry` -> `notes_entry`. */
export function tableName(entityId: string): string {
  return entityId.replaceAll('.', '_')
}

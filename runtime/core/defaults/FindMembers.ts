/** What a document may take from other documents while it is filled. */
import type { Kind } from '../documents.ts'
import type { Json } from '../language/shortForm.ts'

/** @returns the long form of a document of the platform, itself filled; undefined where there is none */
export type FindMembers = (kind: Kind, id: string) => Json | undefined

/** Where nothing can be taken: a document looked at by itself. */
export const noMembers: FindMembers = () => undefined

/** What every query builder of the platform does besides. */
import { HandleEmptyInListsPlugin, type KyselyPlugin, replaceWithNoncontingentExpression } from 'kysely'
import { JsonArrayPlugin } from './JsonArrayPlugin.ts'

/** `in` an empty list finds nothing; PostgreSQL has no such list and would refuse the statement. */
export const queryPlugins: KyselyPlugin[] = [
  new JsonArrayPlugin(),
  new HandleEmptyInListsPlugin({ strategy: replaceWithNoncontingentExpression }),
]

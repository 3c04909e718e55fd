/** What a newcomer met and no single key says: where a permission counts, what a place sees, and in which order a call works. */
export const PITFALLS = `## Good to know

- **Access without \`within\`** asks for the permission on the whole platform. A person who holds it on one object (an organiser on a competition) is refused. With
  \`"within": ["competitionId"]\` they reach the rows of their objects. A page opens for everyone who holds its permission anywhere. Where a role can give the permission on single objects, a call
  says one of the two: \`within\`, or \`{ "permission": "setPermission", "everywhere": true }\`.
- **A new permission** is a code of \`schemas/platform/permission.enum.json\` and of the roles that give it (\`schemas/account/grants/\`).
- **A call works in this order:** access, rate limit and input; then, for a write in one transaction, \`locks\`, \`requires\`, the objects that the input names, the operation with its conditions. So what \`requires\`
  reads does not change until the write is done, as far as every writer takes the same lock. A lock whose key reads an answer of \`requires\` (\`"key": "=round.competitionId"\`) is taken once it is known, and the answer is asked for again.
- **What the database answers** has to be sayable in SQL: \`where\`, \`computed\`, \`checks\`, values of \`set\` and \`output\` that read \`row\` along refs or \`rows()\`. \`npm run check:schemas\` tells what is not (\`CEL_SQL\`). Besides comparisons, arithmetic,
  \`&&\`, \`||\`, \`?:\` and \`in\` it has \`startsWith\`, \`endsWith\`, \`contains\`, \`size\`, \`string\`, \`coalesce\`, \`addDays\`, \`addMinutes\`, \`rows\` with \`exists\`, \`sum\`, \`min\` and \`max\`, \`reach\` and \`everywhere\`. What does not read \`row\` may be any expression.
- **Numbers of other rows** need no handler: a \`get\` of the row that they belong to answers them by \`size(rows(...))\`.
- **A call that queues a job** does so in \`do\` and answers its id by \`{ "name": "jobId", "job": "area.handler" }\` in \`output\`.
- **A flow sees its own row.** In \`condition\`, \`set\` and \`send\` a ref is an id: \`row.slotId.startsAt\` is refused. Compute the value in the entity
  (\`"startsAt": { "type": "datetime", "computed": "=row.slotId.startsAt" }\`) and read \`row.startsAt\`. A flow acts on transitions alone: a call that creates a row and takes a transition is two
  steps of an action, or a handler.
- **A filter is a field of its own entity.** To filter through a ref declare the parameter in \`input\` and ask in \`where\`: \`input.mentorId == null || row.slotId.mentorId == input.mentorId\`.
- **One row is named by \`by\`**, as in \`{ "by": { "id": "=input.id" } }\`, or by a \`where\` that reads \`input.id\`, which \`input\` then declares.
- **A count** answers \`{ total }\`; with \`groupBy\` also \`groups\`, where each group has the names of \`groupBy\`, \`count\`, and the fields of \`sum\`.
- **Formats in texts:** \`{{at, datetime}}\`, \`{{amount, money}}\`, \`{{count, plural(one: work; other: works)}}\`, \`{{state, enum(work.state)}}\`. On a screen the browser fills them in its own time zone. In a template the server does, in the
  language of the receiver and the time zone of the app document, and knows \`number\`, \`percent\`, \`money\`, \`price\`, \`date\`, \`datetime\`, \`plural\` and \`enum\`.
- **An address may end with a place:** \`#level\` is the field of that name in a form of the page, or the node with that id. It comes into sight and has the focus once it is drawn.
- **Routes:** a fixed part goes before a parameter: \`/works/new\` before \`/works/:id\`. Two routes with parameters that can stand for one address are refused.
- **Two filters of one field** (\`gte\` and \`lte\`) are one control with \`x-range\`; as two controls each needs a \`title\` of its own, or both take the title of the field.
- **Both sides of a comparison are of one kind:** a day is compared with a day, a moment with a moment, an id with an id of the same entity, a status with a code of its enum. \`now\` is a moment.
- **The accounts of the demonstration** hold: \`admin\` the platform, \`organiser\` a whole organisation (role \`account.organisationAdmin\`), \`organiser2\` and \`polytechnic\` the role \`account.organiser\` of one organisation each,
  \`school\` a school, \`auditor\` and \`council\` approvals of parent organisations, \`hats\` several of these, \`student\` none.`

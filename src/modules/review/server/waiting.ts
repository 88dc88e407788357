import { application } from './tables.ts'

/** What is told of an application that waits for somebody. */
export const waitingColumns = {
  id: application.id,
  kind: application.kind,
  title: application.title,
  state: application.state,
  since: application.stateSince,
}

import { application } from './tables.ts'

export const waitingColumns = {
  id: application.id,
  kind: application.kind,
  title: application.title,
  state: application.state,
  since: application.stateSince,
}

import type { Enrolment } from './enrolmentCalls.ts'
import type { Opened } from './enrolmentStorage.ts'
import { Registration } from './Registration.tsx'
import { visitorCalls } from './registrationCalls.ts'

type Props = { of: Enrolment; opened: Opened; changed: () => unknown }

/** The registration that somebody without an account has come back to. */
export default function OwnOpened({ of, opened: { regNo, ticket }, changed }: Props) {
  if (!of.reg) return null
  return (
    <Registration of={{ ...of, reg: of.reg }} calls={visitorCalls(regNo, ticket)} changed={changed} card="enrol-card" />
  )
}

import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'

const src = resolve(import.meta.dirname, '../..')

/** Reasons why papers are not signed, by the file that issues them. */
const UNSIGNED: Record<string, string> = {
  'signatures/server/sealing.ts': 'what gives out those that are signed',
  'certificates/check/server/checkSlip.ts':
    'signed by signPdf: anybody may ask for slips, so none is registered by SM2',
  'certificates/designs/server/handlers.ts': 'a sample must not pass for a certificate',
  'review/applying/server/applicationSheet.ts': 'not confirmed online it is the applicant’s, to be signed on paper',
  'meetings/server/agenda.ts': 'a proposal with sheets to fill in',
  'meetings/server/minutesSigning.ts': 'a draft of the minutes; signed ones are sealed and stored',
  'meetings/server/noticeLetters.ts': 'for the printer: it goes by post and is sealed by hand',
  'ballots/server/tokenLetters.ts': 'for the printer: it goes by post with a secret in it',
  'surveys/server/report.ts': 'a draft of the report, as editable as its Word document',
  'qualifications/site/server/siteSheet.ts': 'before it is recorded a form to fill in',
  'awards/rounds/server/papers.ts': 'before scoring begins the order may be drawn anew',
  'training/running/server/tickets.ts': 'of a whole course: for the printer',
  'training/running/server/seatingSheet.ts': 'to hang up',
  'training/running/server/rosterSheet.ts': 'to fill in',
  'membership/invitations/server/letters.ts': 'for the printer, for many addressees',
  'oversight/reports/server/reporting.ts': 'a draft for the council, as editable as its Word document',
  'money/letters/server/letters.ts': 'for the printer: it goes by post and is sealed by hand',
}

test('every PDF that goes out unsigned is known, with a reason', () => {
  const found = readdirSync(join(src, 'modules'), { recursive: true, encoding: 'utf8' }).filter(
    path =>
      /\/server\/.*(?<!\.test)\.ts$/.test(path) && givesUnsigned(readFileSync(join(src, 'modules', path), 'utf8')),
  )
  expect(found.sort()).toEqual(Object.keys(UNSIGNED).sort())
})

const givesUnsigned = (text: string) => /privateDownload\([^,]*(?:,[^,]*)?,\s*(?:PDF|'application\/pdf')/.test(text)

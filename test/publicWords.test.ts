import { expect, test } from 'vitest'
import { files, textOf } from './house/imports.ts'

/** Reads forms whose texts nobody but those concerned reads, each with who that is. */
const private_: Record<string, string> = {
  'modules/certificates/designs/server/designDesk.part.ts': 'the look of certificates, drawn by staff',
  'modules/certificates/designs/server/seal.ts': 'a picture and its size',
  'modules/certificates/issuing/server/correcting.ts': 'what a certificate says, as its register has it',
  'modules/content/navigation/server/placeDesk.ts': 'numbers of articles and columns',
  'modules/money/vouchers/server/voucherSettings.ts': 'accounts of the books',
  'modules/training/enrolling/server/enrolmentInvoice.ts': 'the title of an invoice',
  'modules/training/participants/server/participantSheet.ts': 'participants of a course',
  'modules/training/participants/server/participantChanges.ts': 'participants of a course',
  'modules/review/applying/server/copying.ts':
    'answers of an earlier application, shown to whoever gave them; judged when they are handed in again',
  'modules/review/notices/server/objections.ts': 'an objection is read by staff alone; its result is published',
  'modules/newsletter/server/subscriptions.ts': 'an address and a consent',
  'modules/complaints/server/complaintActs.ts': 'a complaint is read by staff alone',
  'modules/surveys/server/answering.ts': 'an answer is read by staff; a comment in it is judged when it is published',
  'modules/ledger/slips/server/slips.ts': 'a payment',
  'modules/ledger/titles/server/titles.ts': 'the title of an invoice',
  'modules/settings/server/operationDesk.ts': 'jobs and limits of the site',
  'modules/imports/server/rowChecks.ts': 'each kind of import judges what it would publish',
  'modules/members/handover/server/handoverRequests.ts': 'who takes over an account',
  'modules/setup/server/packApply.ts': 'records of a pack, which their own forms judge when they are written',
  'modules/messages/server/testSend.ts': 'a trial, to its sender',
  'modules/adverts/server/records.ts': 'an advert as it is stored; its submission was judged',
  'modules/meetings/server/motionEffects.ts': 'what a motion brings about: levels, amounts, names and days',
  'modules/accounts/server/registrations.ts': 'an account',
  'modules/personnel/server/endEmployment.ts': 'when somebody left',
  'modules/personnel/server/personRegister.ts': 'a person, as papers name them',
  'modules/personnel/server/peopleActs.ts': 'a person, as papers name them',
}

/** The rule is read here, or handed over by the caller. */
const JUDGED = /readPublicWordRule|words\?: WordRule/

const readers = files
  .filter(file => /^modules\/.*\bserver\//.test(file) && !/\.test\.tsx?$/.test(file))
  .filter(file => /\breadForm\((?:[^()]|\([^()]*\))*whole: (?:true|whole)/s.test(textOf(file)))

test('every form that is read whole has its words checked, or says why nobody else reads them', () => {
  expect(readers.length).toBeGreaterThan(20)
  const unchecked = readers.filter(file => !JUDGED.test(textOf(file)) && !(file in private_))
  expect(unchecked).toEqual([])
  expect(Object.keys(private_).filter(file => !readers.includes(file) || JUDGED.test(textOf(file)))).toEqual([])
})

/** Texts without a form that everybody, or every member, reads. */
const plain = [
  'modules/messages/server/mailing/mailingDesk.ts',
  'modules/messages/server/templateEditing.ts',
  'modules/review/notices/server/objectionDecisions.ts',
  'modules/review/notices/server/staffNotices.ts',
]

test('plain texts that are announced have their words checked', () => {
  expect(plain.filter(file => !/await refuseForbiddenWords\(/.test(textOf(file)))).toEqual([])
})

test('what the contract calls published is checked: no call promises to publish a text without it', () => {
  const promised = files
    .filter(file => /ontract\.ts$/.test(file))
    .flatMap(file => [...textOf(file).matchAll(/会在公示页面公布/g)].map(() => file))
  expect([...new Set(promised)]).toEqual(['modules/review/notices/contract.ts'])
})

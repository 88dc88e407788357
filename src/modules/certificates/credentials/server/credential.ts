import { addDays, iso, startOf } from '#lib/dates.ts'
import { conflict } from '#lib/error.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { isOnTrial } from '#lib/server/process/operation.ts'
import { contentOf } from '#modules/certificates/content.ts'
import { isHeldByPerson } from '#modules/certificates/holder.ts'
import { registerNames } from '#modules/certificates/registerNames.ts'
import type { Certificate } from '#modules/certificates/server/register.ts'
import { maskOf } from '#modules/certificates/server/verified.ts'
import { readPublicConfig } from '#modules/settings/server/settings.ts'
import { didOf } from '../did.ts'
import { statusPurposes } from '../purposes.ts'
import { type Entry, entryOf } from './entries.ts'
import { signCredential } from './signing.ts'
import { listUrl } from './statusList.ts'

export type CredentialCertificate = Omit<Certificate, 'words'>

/**
 * A certificate as a signed credential: what the public register says of it, and where its state is told. None of a trial:
 * nothing on it could say so, and programs elsewhere would take it for good after the trial.
 */
export async function credentialFor(ctx: Ctx, of: CredentialCertificate): Promise<string> {
  if (isOnTrial()) throw conflict('网站试用中，不签发可验证凭证；正式上线以后可以下载')
  return signCredential(ctx, await credentialOf(ctx, of))
}

/** Builds the unsigned credential. It holds only what anyone who knows the number may see. */
export async function credentialOf(ctx: Ctx, of: CredentialCertificate) {
  const [{ association }, entry] = await Promise.all([readPublicConfig(ctx), entryOf(ctx, of.id)])
  const { publicUrl } = ctx.config
  const subject = subjectOf(ctx, of)
  return {
    '@context': [
      'https://www.w3.org/ns/credentials/v2',
      { '@vocab': 'https://www.w3.org/ns/credentials/issuer-dependent#' },
    ],
    id: `${publicUrl}/admin/verify?${new URLSearchParams({ number: of.number })}`,
    type: ['VerifiableCredential', 'AssociationCertificate'],
    name: [of.kindName, subject.certificate.level].filter(Boolean).join(' '),
    issuer: { id: didOf(publicUrl), name: association.name },
    validFrom: iso(firstMoment(of)),
    ...(of.validTo === null ? {} : { validUntil: iso(new Date(startOf(addDays(of.validTo, 1)).getTime() - 1000)) }),
    credentialSchema: { id: `${publicUrl}/credentials/schema.json`, type: 'JsonSchema' },
    credentialStatus: statusPurposes.map(purpose => toStatus(publicUrl, entry, purpose)),
    credentialSubject: subject,
  }
}

/** Start of the credential: the later of issue date and first day of validity. */
const firstMoment = ({ issuedOn, validFrom }: CredentialCertificate) =>
  new Date(Math.max(+startOf(issuedOn), +startOf(validFrom)))

function subjectOf({ now }: Ctx, of: CredentialCertificate) {
  const content = maskOf(of, now).content(contentOf(of))
  const isPerson = isHeldByPerson(of)
  return {
    type: isPerson ? 'Person' : 'Organization',
    name: content.holderName,
    ...(isPerson || !content.creditCode ? {} : { creditCode: content.creditCode }),
    certificate: {
      type: 'Certificate',
      number: of.number,
      register: registerNames[of.register],
      group: of.groupName,
      kind: of.kindName,
      level: content.levelName,
      scope: content.scope,
      issuedBy: of.issuer,
      issuedOn: of.issuedOn,
    },
  }
}

function toStatus(publicUrl: string, { list, index }: Entry, statusPurpose: (typeof statusPurposes)[number]) {
  const statusListCredential = listUrl(publicUrl, list, statusPurpose)
  return {
    id: `${statusListCredential}#${index}`,
    type: 'BitstringStatusListEntry',
    statusPurpose,
    statusListIndex: String(index),
    statusListCredential,
  }
}

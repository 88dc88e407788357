import { and, eq, inArray } from 'drizzle-orm'
import { fillIn, namesIn } from '#lib/placeholders.ts'
import type { Services } from '../api/context.ts'
import type { Config } from '../process/config.ts'
import type { ProviderSms } from './parcel.ts'
import { smsInUse } from './smsInUse.ts'
import { smsProviders } from './smsProviders.ts'
import { baseKind, fitVariable, smsVariablesOf, UnfitVariable } from './smsVariables.ts'
import { type outbox, smsTemplate } from './tables.ts'

/** The provider cannot send this message: it has no template for its kind, or a value does not fit. */
export class NoTemplate extends Error {}

type Sms = NonNullable<Config['sms']>
type Row = Pick<typeof outbox.$inferSelect, 'template' | 'valuesSealed' | 'expiresAt'>
export type FiledTemplate = Pick<typeof smsTemplate.$inferSelect, 'templateCode' | 'signature' | 'filedText'>

/** Template of a kind at a provider, or of the kind that it is a variant of; undefined: no text of it can be sent. */
export async function filedTemplate(
  { db }: Pick<Services, 'db'>,
  provider: string,
  kind: string,
): Promise<FiledTemplate | undefined> {
  const filed = await db
    .select()
    .from(smsTemplate)
    .where(and(eq(smsTemplate.provider, provider), inArray(smsTemplate.kind, [kind, baseKind(kind)])))
  return filed.find(one => one.kind === kind) ?? filed[0]
}

/** Returns whether text messages of a kind leave the house: a provider is set, and has a template for it. */
export async function canText(
  ctx: Pick<Services, 'db'> & { config: Pick<Config, 'sms' | 'smsChoices'> },
  kind: string,
): Promise<boolean> {
  const sms = await smsInUse(ctx)
  return sms !== undefined && (await filedTemplate(ctx, sms.provider, kind)) !== undefined
}

/** Fills in the provider's template for a message. Throws `NoTemplate`, in words for staff. */
export async function fillTemplate(
  services: Pick<Services, 'db' | 'encryption'>,
  sms: Sms,
  { template, valuesSealed, expiresAt }: Row,
): Promise<{ sms: ProviderSms; text: string }> {
  const { name } = smsProviders[sms.provider]
  const filed =
    (template ? await filedTemplate(services, sms.provider, template) : undefined) ??
    (expiresAt && sms.codeTemplate ? codeTemplateOf(sms.codeTemplate) : undefined)
  if (!filed) throw new NoTemplate(`没有${name}的短信模板，没有发短信`)
  const values = valuesSealed ? (JSON.parse(services.encryption.decrypt(valuesSealed)) as Record<string, string>) : {}
  try {
    return fillFiled(sms, filed, template!, values)
  } catch (reason) {
    if (reason instanceof UnfitVariable) throw new NoTemplate(`${reason.message}，没有发短信`)
    throw reason
  }
}

/** The template of verification codes by the environment, as before templates were data. */
const codeTemplateOf = (templateCode: string) => ({ templateCode, signature: '', filedText: '验证码 {验证码}' })

/** Throws `UnfitVariable`. */
export function fillFiled(sms: Sms, filed: FiledTemplate, kind: string, values: Record<string, string>) {
  const variables = smsVariablesOf(kind)
  const limit = sms.maxVariable ?? smsProviders[sms.provider].maxVariable
  const fitted = namesIn(filed.filedText).map(placeholder => {
    const variable = variables[placeholder]
    if (!variable) throw new UnfitVariable(`报备的文字里有这类消息没有的“${placeholder}”，请重新报备`)
    return {
      placeholder,
      name: variable.name,
      value: fitVariable(placeholder, values[placeholder] ?? '', variable, limit),
    }
  })
  return {
    sms: {
      templateCode: filed.templateCode,
      signature: filed.signature,
      variables: fitted.map(({ name, value }) => ({ name, value })),
    },
    text: fillIn(filed.filedText, Object.fromEntries(fitted.map(({ placeholder, value }) => [placeholder, value]))),
  }
}

import { browserApi } from '#api/browser.ts'
import { refusalOf } from '#api/useApi.ts'
import type { Input, Output } from '#lib/contract.ts'
import type { FormValues } from '#lib/form/form.ts'
import { type ActForMany, ActsOnMany } from '#ui/register/ActsOnMany.tsx'
import type { staffRegisterContract } from '../contract.ts'
import { actFields, bulkActs, memberRules } from '../memberActs.ts'
import { intros } from './MemberActs.tsx'

type Bulk = (typeof staffRegisterContract)['POST /staff/member/bulk']
type Result = Output<Bulk>[number]
type Act = (typeof bulkActs)[number]
type Row = { id: number; name: string }
type Level = { code: string; name: string }
type Props = { rows: Row[]; levels: readonly Level[]; done: () => void }

const backs: Record<Act, string> = {
  level: '每个会员变回办理前各自的级别，会员证书再换发一次，并告知会员。',
  validity: '每个会员变回办理前各自的有效期，会员证书再换发一次，并告知会员。',
  suspend: '这些会员恢复，会员证书同时恢复，并告知会员。',
  resume: '这些会员重新暂停，会员证书同时暂停，并告知会员。',
}

/** What can be done to many members at once, each as on its own screen. */
export function MembersOnMany({ rows, levels, done }: Props) {
  const acts = bulkActs.map((code): ActForMany<Act> => {
    const { name } = memberRules[code]
    return { code, name, intro: intros[code], fields: actFields(code, levels), back: backs[code] }
  })
  return (
    <ActsOnMany
      rows={rows}
      nameOf={({ name }) => name}
      unit="个会员"
      acts={acts}
      changed={done}
      send={(action, ids, stated) => send({ ids, action, ...read(stated) })}
      takeBack={takeBack}
    />
  )
}

const send = (given: Input<Bulk>) => browserApi('POST /staff/member/bulk', given)
const read = ({ effectiveOn, reason, levelCode, validTo }: FormValues) => ({
  effectiveOn: String(effectiveOn ?? ''),
  reason: String(reason ?? ''),
  levelCode: levelCode ? Number(levelCode) : null,
  validTo: validTo ? String(validTo) : null,
})

async function takeBack(act: Act, done: readonly Result[], stated: FormValues) {
  const given = read(stated)
  const idsOf = (some: readonly Result[]) => some.map(({ id }) => id)
  if (act === 'suspend' || act === 'resume')
    return send({ ...given, ids: idsOf(done), action: act === 'suspend' ? 'resume' : 'suspend' })
  // Those that were alike before go back together.
  const results = []
  for (const before of new Set(done.map(({ before }) => JSON.stringify(before)))) {
    const some = done.filter(one => JSON.stringify(one.before) === before)
    const refused = (message: string) => idsOf(some).map(id => ({ id, done: false, message }))
    const { levelCode = null, validTo = null } = some[0]!.before ?? {}
    const isEndless = act === 'validity' && validTo === null
    results.push(
      ...(isEndless
        ? refused('原来长期有效，请在会员详情中办理')
        : await send({ ...given, ids: idsOf(some), action: act, levelCode, validTo }).catch(error =>
            refused(refusalOf(error).message),
          )),
    )
  }
  return results
}

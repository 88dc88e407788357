import { useSearchParams } from 'react-router'
import { browserApi } from '#api/browser.ts'
import { toRefusal } from '#api/useApi.ts'
import { listLoader } from '#layouts/screenLoader.ts'
import type { Input, Output } from '#lib/contract.ts'
import type { FormValues } from '#lib/form/form.ts'
import { SaveAddresses } from '#modules/members/addressList/pages/SaveAddresses.tsx'
import { BulkFeeActs } from '#modules/membership/fees/pages/BulkFeeActs.tsx'
import { InviteChosen } from '#modules/membership/invitations/pages/InviteChosen.tsx'
import { memberFilters } from '#modules/membership/memberFilters.ts'
import { members } from '#modules/membership/pages/registers.ts'
import { WriteToChosen } from '#modules/messages/pages/WriteToChosen.tsx'
import { type ActForMany, ActsOnMany } from '#ui/register/ActsOnMany.tsx'
import { RegisterTable } from '#ui/register/RegisterTable.tsx'
import { registerFilters } from '#ui/register/registerFilters.ts'
import type { staffRegisterContract } from '../contract.ts'
import { actFields, bulkActs, memberRules } from '../memberActs.ts'
import type { Route } from './+types/StaffMembers'
import { intros } from './MemberActs.tsx'
import { MemberStatusTag } from './MemberStatusTag.tsx'

export { staffMembers as handle } from '#modules/membership/pages/screens.ts'

export const clientLoader = listLoader(async (api, address) => {
  const [list, levels, branches, tags] = await Promise.all([
    members.load(api, address),
    api('GET /app/publicity/member/type/list', {}),
    api('GET /staff/branch/choices', {}),
    api('GET /staff/organisation/tags', {}),
  ])
  return { ...list, levels, branches, tags }
})

/** The register of members, those who left included. */
export default function StaffMembers({ loaderData }: Route.ComponentProps) {
  const { levels, branches, tags } = loaderData
  const search = useSearchParams()[0].toString()
  const levelOptions = levels.map(({ type, typeName }) => ({ code: String(type), name: typeName }))
  return (
    <RegisterTable
      of={members}
      loaded={loaderData}
      unit="个会员"
      filters={registerFilters(memberFilters, {
        levelCode: levelOptions,
        branch: branches,
        tag: tags,
      })}
      acts={(rows, done) => (
        <>
          <BulkMemberActs rows={rows} levels={levelOptions} done={done} />
          <BulkFeeActs rows={rows} done={done} />
          <InviteChosen members={rows.map(({ id }) => id)} done={done} />
          <WriteToChosen register="member" ids={rows.map(({ id }) => id)} sent={done} />
        </>
      )}
      actions={<SaveAddresses of="member" query={search} />}
      empty={{ title: '还没有会员', children: <p>入会申请通过后，会员会列在这里。</p> }}
      cells={{
        statusName: ({ status, statusName }) => <MemberStatusTag status={status} name={statusName} />,
      }}
    />
  )
}

type Bulk = (typeof staffRegisterContract)['POST /staff/member/bulk']
type Result = Output<Bulk>[number]
type Act = (typeof bulkActs)[number]
type Row = { id: number; name: string }
type Level = { code: string; name: string }
type Props = { rows: Row[]; levels: readonly Level[]; done: () => void }

const undoIntros: Record<Act, string> = {
  level: '每个会员变回办理前各自的级别，会员证书再换发一次，并告知会员。',
  validity: '每个会员变回办理前各自的有效期，会员证书再换发一次，并告知会员。',
  suspend: '这些会员恢复，会员证书同时恢复，并告知会员。',
  resume: '这些会员重新暂停，会员证书同时暂停，并告知会员。',
}

/** Bulk acts on members, the same as on the screen of one member. */
function BulkMemberActs({ rows, levels, done }: Props) {
  const acts = bulkActs.map((code): ActForMany<Act> => {
    const { name } = memberRules[code]
    return { code, name, intro: intros[code], fields: actFields(code, levels), back: undoIntros[code] }
  })
  return (
    <ActsOnMany
      rows={rows}
      nameOf={({ name }) => name}
      unit="个会员"
      acts={acts}
      changed={done}
      send={(action, ids, stated) => send({ ids, action, ...read(stated) })}
      callOf={(action, ids, stated) => ({
        call: 'POST /staff/member/bulk',
        input: { ids, action, ...read(stated) },
      })}
      takeBack={undoAct}
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

async function undoAct(act: Act, done: readonly Result[], stated: FormValues) {
  const given = read(stated)
  const idsOf = (some: readonly Result[]) => some.map(({ id }) => id)
  if (act === 'suspend' || act === 'resume')
    return send({ ...given, ids: idsOf(done), action: act === 'suspend' ? 'resume' : 'suspend' })
  // Groups members by their former values and restores each group in one call.
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
            refused(toRefusal(error).message),
          )),
    )
  }
  return results
}

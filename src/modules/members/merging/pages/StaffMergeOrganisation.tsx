import { Alert, Radio } from 'antd'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import type { ApiContract } from '#api/contract.ts'
import { pathId } from '#api/load.ts'
import { useRevalidate } from '#api/useRevalidate.ts'
import { screenLoader } from '#layouts/screenLoader.ts'
import { useScreenName } from '#layouts/screenName.ts'
import type { Output } from '#lib/contract.ts'
import { HolderPicker } from '#modules/certificates/issuing/pages/HolderPicker.tsx'
import { Acts, defineAct } from '#ui/act/Acts.tsx'
import { Table } from '#ui/table/Table.tsx'
import type { Route } from './+types/StaffMergeOrganisation'

export { staffMergeOrganisation as handle } from '../../pages/screens.ts'

/** `into`: the organisation that stays. */
export const clientLoader = screenLoader(async (api, { params, query }) => {
  const id = pathId(params.id)
  const intoId = Number(query.get('into')) || null
  const [file, removal, pair] = await Promise.all([
    api('GET /staff/organisation/detail', { id }),
    api('GET /staff/organisation/removal', { id }),
    intoId && intoId !== id ? api('GET /staff/organisation/merge', { id, intoId }) : null,
  ])
  return { id: file.id, name: file.name, removal, pair, intoId }
})

type Pair = Output<ApiContract['GET /staff/organisation/merge']>
type Obstacles = Pair['obstacles']
type Removal = Output<ApiContract['GET /staff/organisation/removal']> & { id: number; name: string }

const reason = (hint: string) =>
  [{ name: 'reason', label: '理由', section: '', kind: 'text', max: 200, required: true, hint }] as const

const merge = defineAct<Pair & { taken: readonly string[] }>()({
  name: '合并',
  isDanger: true,
  call: 'POST /staff/organisation/merge',
  fields: reason('写给复核的同事和以后查看的人，如：同一家单位登记了两次'),
  isBlocked: ({ obstacles }) => obstacles.length > 0,
  confirm: ({ from, into, moves }) => (
    <>
      <p>
        “{from.name}”并入“{into.name}”，前者不再存在，原网址转到后者。另一位同事在“双人复核”同意后生效，不能撤销。
      </p>
      <p>
        转过去：{moves.map(({ name, count }) => `${name} ${count}`).join('、') || '没有记录'}。已印出的证书内容不变。
      </p>
    </>
  ),
  input: ({ from, into, taken }, { reason }) => ({
    id: from.id,
    version: from.version,
    intoId: into.id,
    intoVersion: into.version,
    taken: [...taken],
    reason: String(reason ?? ''),
  }),
  done: '已合并',
})

const remove = defineAct<Removal>()({
  name: '删除单位',
  isDanger: true,
  call: 'POST /staff/organisation/remove',
  fields: reason('如：误登记'),
  isBlocked: ({ obstacles }) => obstacles.length > 0,
  confirm: ({ name }) => <p>“{name}”的资料和联系人不再存在，不能恢复。另一位同事在“双人复核”同意后生效。</p>,
  input: ({ id, version }, { reason }) => ({ id, version, reason: String(reason ?? '') }),
  done: '已删除',
})

/** 合并: which value of each field stays and what moves; and removing one about which nothing is recorded. */
export default function StaffMergeOrganisation({ loaderData }: Route.ComponentProps) {
  const { id, name, removal, pair, intoId } = loaderData
  useScreenName(name)
  const navigate = useNavigate()
  return (
    <>
      <section className="desk-card">
        <h2>把“{name}”合并到另一家</h2>
        <p>同一家单位登记了两次时使用。先选择留下的一家：</p>
        <HolderPicker
          kind="organisation"
          name="into"
          label="留下的单位"
          value={intoId}
          onChange={chosen => void navigate(chosen ? `?into=${chosen}` : '?', { replace: true })}
        />
        {intoId === id && <p className="field-error">请选择另一家单位。</p>}
      </section>
      {pair && <Comparison key={pair.into.id} pair={pair} />}
      <RemovalCard of={{ id, name, ...removal }} />
    </>
  )
}

function Comparison({ pair }: { pair: Pair }) {
  const { from, into, fields, moves, obstacles } = pair
  const [taken, setTaken] = useState<readonly string[]>([])
  const revalidate = useRevalidate()
  const navigate = useNavigate()
  const choose = (name: string, isTaken: boolean) =>
    setTaken(isTaken ? [...taken, name] : taken.filter(one => one !== name))
  return (
    <section className="desk-card">
      <div className="desk-card-head">
        <h2>
          留下“{into.name}”（{into.creditCode}）
        </h2>
        <Link to={`/staff/organisations/${into.id}/merge?into=${from.id}`}>反过来：留下“{from.name}”</Link>
      </div>
      {fields.length === 0 ? (
        <p>两家的资料没有不同。</p>
      ) : (
        <Table
          caption="两家不同的资料"
          rows={fields}
          keyOf={({ name }) => name}
          columns={[
            { name: '栏目', cell: ({ label }) => label, nowrap: true },
            {
              name: '合并以后',
              cell: ({ name, label, from, into, isFilled }) =>
                isFilled ? (
                  <>{from}（留下的一家没有，取被合并一家的）</>
                ) : (
                  <Radio.Group
                    aria-label={label}
                    vertical
                    value={taken.includes(name)}
                    onChange={({ target }) => choose(name, target.value)}
                    options={[
                      { value: false, label: into },
                      { value: true, label: `${from}（被合并的一家）` },
                    ]}
                  />
                ),
            },
          ]}
        />
      )}
      <p>
        转过去：
        {moves.length === 0 ? '没有记录' : moves.map(({ name, count }) => `${name} ${count}`).join('、')}
        。明细见<Link to={`/staff/organisations/${from.id}`}>“{from.name}”的档案</Link>。
      </p>
      <ObstacleList obstacles={obstacles} />
      <Acts
        acts={{ merge }}
        possible={['merge']}
        of={{ ...pair, taken }}
        reload={revalidate}
        after={{ merge: () => void navigate(`/staff/organisations/${from.id}`) }}
      />
    </section>
  )
}

const ObstacleList = ({ obstacles }: { obstacles: Obstacles }) =>
  obstacles.map(({ text, route }) => (
    <Alert key={text} type="warning" showIcon title={route ? <Link to={route}>{text}</Link> : text} />
  ))

function RemovalCard({ of }: { of: Removal }) {
  const revalidate = useRevalidate()
  return (
    <section className="desk-card">
      <h2>删除“{of.name}”</h2>
      {of.obstacles.length > 0 ? (
        <p>有下列记录，不能删除；重复登记的可以合并。</p>
      ) : (
        <p>没有证书、会员、款项等记录，可以删除；删除后不能恢复，审计日志留有记载。</p>
      )}
      <ul>
        {of.obstacles.map(({ text, route }) => (
          <li key={text}>{route ? <Link to={route}>{text}</Link> : text}</li>
        ))}
      </ul>
      <Acts acts={{ remove }} possible={['remove']} of={of} reload={revalidate} />
    </section>
  )
}

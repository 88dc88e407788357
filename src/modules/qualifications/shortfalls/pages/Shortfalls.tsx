import { Button } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { browserApi } from '#api/browser.ts'
import type { ApiContract } from '#api/contract.ts'
import { saveFile } from '#api/file.ts'
import { announce } from '#api/session.ts'
import { useLoaded } from '#api/useLoaded.ts'
import type { Input, Output } from '#lib/contract.ts'
import type { FormField } from '#lib/form/form.ts'
import { provinces } from '#lib/provinces.ts'
import { checkableRequirements, requirementTerms } from '#modules/qualifications/requirementTerms.ts'
import { FormDialog } from '#ui/form/FormDialog.tsx'
import { Tag, type Tone } from '#ui/Tag.tsx'
import { DataTable } from '#ui/table/DataTable.tsx'
import type { ListFilter } from '#ui/table/ListFilterField.tsx'
import { useSelection } from '#ui/table/useSelection.ts'
import { type ShortfallState, shortfallStateNames } from '../shortfallWords.ts'

export type ShortfallFilters = Input<ApiContract['GET /staff/qualification/shortfall/export']>
type Page = Output<ApiContract['GET /staff/qualification/shortfall/list']>
export type Shortfall = Page['list'][number]
export type Kinds = Output<ApiContract['GET /staff/certificate/kinds']>

const tones: Record<ShortfallState, Tone> = { short: 'bad', ahead: 'warn', resolved: 'plain' }
const states = Object.entries(shortfallStateNames).map(([code, name]) => ({ code, name }))
const conditions = checkableRequirements.map(code => ({ code, name: requirementTerms[code].label }))

/** Companies that no longer have enough people or capital; reminders are sent from here. */
export function Shortfalls({ page, filters, kinds }: { page: Page; filters: ShortfallFilters; kinds: Kinds }) {
  const answer = useLoaded(page)
  const selection = useSelection<Shortfall>({
    rows: page.list,
    filters,
    keyOf: ({ id }) => id,
    nameOf: ({ orgName, certNo }) => `${orgName} ${certNo}`,
    pageOf: asked => browserApi('GET /staff/qualification/shortfall/list', { ...filters, ...asked }),
  })
  const [asking, ask] = useState(false)
  const open = selection.rows.filter(({ state }) => state !== 'resolved')
  return (
    <section className="desk-card">
      <h2>条件不足的证书</h2>
      <DataTable<Shortfall>
        caption="条件不足的证书"
        answer={answer}
        unit="条预警"
        empty={{ title: '没有条件不足的证书', children: <p>持证单位登记的人员、资本都满足其证书级别的要求。</p> }}
        filters={[
          ...placeFilters(kinds),
          { name: 'state', label: '状态', options: states },
          { name: 'what', label: '不足的条件', options: conditions },
          { name: 'since', label: '不足之日从', kind: 'day' },
          { name: 'until', label: '到', kind: 'day' },
        ]}
        save={() => saveFile('GET /staff/qualification/shortfall/export', filters)}
        selection={selection}
        actions={
          <Button type="primary" disabled={open.length === 0} onClick={() => ask(true)}>
            发函提醒（{open.length}）
          </Button>
        }
        columns={[
          { name: '单位', cell: row => <CompanyCell {...row} /> },
          { name: '证书', cell: row => <CertificateCell {...row} /> },
          {
            name: '状态',
            cell: ({ state, stateName, lacksOn, resolvedOn }) => (
              <>
                <Tag tone={tones[state]}>{stateName}</Tag>
                <small className="cell-note">{resolvedOn ?? lacksOn}</small>
              </>
            ),
            nowrap: true,
          },
          {
            name: '情况',
            cell: ({ sentence, remindedOn }) => (
              <>
                {sentence}
                {remindedOn && <small className="cell-note">{remindedOn} 已发函提醒</small>}
              </>
            ),
          },
        ]}
      />
      {asking && (
        <RemindShortfalls
          of={open}
          close={() => ask(false)}
          done={() => {
            selection.clear()
            answer.reload()
          }}
        />
      )}
    </section>
  )
}

type Company = Pick<Shortfall, 'organisationId' | 'orgName' | 'provinceName'>

export const CompanyCell = ({ organisationId, orgName, provinceName }: Company) => (
  <>
    <Link to={`/staff/organisations/${organisationId}`}>{orgName}</Link>
    <small className="cell-note">{provinceName}</small>
  </>
)

/** Suspending is done on the certificate's own screen. */
export const CertificateCell = ({
  certId,
  certNo,
  kindName,
  levelName,
}: Pick<Shortfall, 'certId' | 'certNo' | 'kindName' | 'levelName'>) => (
  <>
    <Link to={`/staff/certificates/${certId}`}>{certNo}</Link>
    <small className="cell-note">{[kindName, levelName].filter(Boolean).join(' ')}</small>
  </>
)

export function placeFilters(kinds: Kinds): ListFilter[] {
  const groups = kinds.find(({ register }) => register === 'qualification')?.groups ?? []
  return [
    { name: 'key', label: '单位名称', kind: 'text' },
    { name: 'kindCode', label: '种类', options: groups.flatMap(group => group.kinds) },
    { name: 'provinceCode', label: '地区', options: provinces },
  ]
}

const fields: FormField[] = [
  {
    name: 'demand',
    label: '要求',
    section: '',
    kind: 'paragraph',
    required: true,
    max: 300,
    hint: '写明做什么、什么时候以前；情况（缺什么、缺多少）会自动写在前面',
  },
]
const DEFAULT_DEMAND =
  '请于 15 日内补足有关人员，并将其证书、职称证明和社保证明送协会核对；逾期未补足的，协会将暂停证书。'

const MAX_REMINDERS_PER_CALL = 100

type Props = { of: readonly Shortfall[]; close: () => void; done: () => void }

/** 发函提醒: to whoever signs in for the company, by text also to its representative and its liaison. */
function RemindShortfalls({ of, close, done }: Props) {
  const companies = new Set(of.map(({ organisationId }) => organisationId)).size
  const send = async (demand: string) => {
    let told = 0
    for (let at = 0; at < of.length; at += MAX_REMINDERS_PER_CALL) {
      const ids = of.slice(at, at + MAX_REMINDERS_PER_CALL).map(({ id }) => id)
      told += (await browserApi('POST /staff/qualification/shortfall/remind', { ids, demand })).count
    }
    announce(`已就 ${told} 张证书发函提醒`)
    done()
  }
  return (
    <FormDialog
      title="发函提醒"
      fields={fields}
      initial={{ demand: DEFAULT_DEMAND }}
      action={`发给 ${companies} 家单位`}
      send={({ demand }) => send(String(demand ?? ''))}
      close={close}
      intro={
        <p>
          就 {of.length} 张证书向 {companies} 家单位发送站内消息和短信，并记入审计日志。需要暂停证书的，请打开证书办理。
        </p>
      }
    />
  )
}

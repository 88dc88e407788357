import { Link } from 'react-router'
import { browserApi } from '#api/browser.ts'
import type { ApiContract } from '#api/contract.ts'
import { useLoaded } from '#api/useLoaded.ts'
import { screenLoader } from '#layouts/screenLoader.ts'
import type { Output } from '#lib/contract.ts'
import type { FormField, FormValues } from '#lib/form/form.ts'
import { fieldText } from '#lib/form/formWords.ts'
import { formatYuan } from '#lib/money.ts'
import { memberKindNames } from '#modules/membership/words.ts'
import { AnsweredGone } from '#modules/review/pages/AnsweredGone.tsx'
import { OrderedRows } from '#modules/settings/pages/OrderedRows.tsx'
import { RecordsScreen } from '#modules/settings/pages/RecordsScreen.tsx'
import { listRecords, type Records } from '#modules/settings/pages/recordCalls.ts'
import { SiteDesk } from '#modules/settings/pages/SiteDesk.tsx'
import { useSiteDesk } from '#modules/settings/pages/useSiteDesk.tsx'
import { Tag } from '#ui/Tag.tsx'
import { levelStates } from '../levelForm.ts'
import type { Route } from './+types/StaffLevels'

export { staffLevels as handle } from '#modules/membership/pages/screens.ts'

export const clientLoader = screenLoader(async api => {
  const [levels, joining] = await Promise.all([api('GET /staff/level/list', {}), listRecords(api, 'joiningRule')])
  return { levels, joining }
})

type Level = Output<ApiContract['GET /staff/level/list']>['list'][number]

const NEW_LEVEL: FormValues = {
  kind: 'organisation',
  state: 'open',
  votes: 1,
  advertDays: 0,
  trainingSeats: 0,
  changes: [],
}

/** 会员级别与入会: what memberships there are, what they cost, and how one comes by them. */
export default function StaffLevels({ loaderData }: Route.ComponentProps) {
  const desk = useSiteDesk({
    answer: useLoaded(loaderData.levels),
    called: '会员级别',
    save: sent => browserApi('POST /staff/level/save', sent),
    move: sent => browserApi('POST /staff/level/move', sent),
    remove: sent => browserApi('POST /staff/level/remove', sent),
  })
  return (
    <>
      <SiteDesk
        desk={desk}
        className="desk-card movable-dense"
        title="会员级别"
        add="新增级别"
        blank={NEW_LEVEL}
        about="先后即名录和申请表里的次序。会费的调整从写明的年度起生效，以前生成的会费不变。"
        empty={{ title: '还没有会员级别', children: <p>新增一个接受申请的级别后，单位或个人才能申请入会。</p> }}
      >
        {({ list }) => (
          <OrderedRows rows={list} label="会员级别的先后" desk={desk}>
            {row => <LevelRow row={row} />}
          </OrderedRows>
        )}
      </SiteDesk>
      <JoiningRules listed={loaderData.joining} />
    </>
  )
}

const LevelRow = ({ row }: { row: Level }) => {
  const { kind, state } = row.values as { kind: keyof typeof memberKindNames; state: keyof typeof levelStates }
  return (
    <>
      <p>
        <b>{row.name}</b> <Tag tone="water">{row.code}</Tag>{' '}
        {state !== 'open' && <Tag tone={state === 'retired' ? 'warn' : undefined}>{levelStates[state]}</Tag>}
      </p>
      <p>
        {memberKindNames[kind]} · 会费 {formatYuan(row.fee)} 元/年
        {row.nextFee && `（${row.nextFee.fromYear} 年起 ${formatYuan(row.nextFee.amount)} 元）`} ·{' '}
        {row.members > 0 ? (
          <Link to={`/staff/members?levelCode=${row.code}`}>名册中 {row.members} 个</Link>
        ) : (
          '名册中还没有'
        )}
      </p>
    </>
  )
}

/** Editor of the two joining rules, for organisations and persons. */
const JoiningRules = ({ listed }: { listed: Records<'joiningRule'> }) => (
  <RecordsScreen
    listed={listed}
    called="入会办法"
    className="desk-card movable-dense"
    title="入会办法"
    hasHistory
    fieldsOf={(fields, row) =>
      fields.map(field => (field.name === 'ownFields' ? askable(field, row?.ownFields) : field))
    }
    about={
      <>
        申请表另外要问的：存入档案的先在<Link to="/staff/own-fields">自定义栏目</Link>
        里设，再在这里选；只在申请时问的列为附加栏目。
      </>
    }
    preview={(typed, row) => <AnsweredGone answered={row?.answered ?? []} typed={typed} />}
    row={({ name, values }) => (
      <>
        <p>
          <b>{name}</b>
        </p>
        <p>
          {['steps', 'firstYear', 'materials', 'ownFields', 'fields']
            .map(shown => listed.fields.find(field => field.name === shown)!)
            .map(field => `${field.label}：${formatValue(field, values)}`)
            .join(' · ')}
        </p>
      </>
    )}
  />
)

/** Only what this form can ask. */
const askable = (field: FormField, codes: readonly string[] = []): FormField => {
  const options = field.options?.filter(({ code }) => codes.includes(code)) ?? []
  return { ...field, options, ...(options.length === 0 && { hint: '还没有由单位或本人填写的自定义栏目。' }) }
}

/** Formats a value; for rows returns their number. */
function formatValue(field: FormField, values: FormValues): string {
  const value = values[field.name]
  return field.kind === 'rows'
    ? `${Array.isArray(value) ? value.length : 0} 项`
    : fieldText(field, value ?? null) || '无'
}

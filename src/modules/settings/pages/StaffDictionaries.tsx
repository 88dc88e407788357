import { Button } from 'antd'
import { Link } from 'react-router'
import { useLoaded } from '#api/useLoaded.ts'
import { screenLoader } from '#layouts/screenLoader.ts'
import { withCommas } from '#lib/words/numbers.ts'
import { Tag } from '#ui/Tag.tsx'
import { FilterTabs } from '#ui/table/Filter.tsx'
import type { Route } from './+types/StaffDictionaries'
import { OrderedRows } from './OrderedRows.tsx'
import { listRecords, type Records, recordCalls } from './recordCalls.ts'
import { SiteDesk } from './SiteDesk.tsx'
import { useSiteDesk } from './useSiteDesk.tsx'

export { staffDictionaries as handle } from './screens.ts'

export const clientLoader = screenLoader((api, { query }) =>
  listRecords(api, 'dictionaryEntry', query.get('dictionary') ?? undefined),
)

type Listed = Records<'dictionaryEntry'>

/** 字典: what forms and filters offer, one list at a time. */
export default function StaffDictionaries({ loaderData }: Route.ComponentProps) {
  const { chosen, dictionaries } = loaderData
  return (
    <>
      <FilterTabs
        name="字典"
        chosen={chosen}
        options={dictionaries.map(({ code, name }) => ({ value: code, name, to: `?dictionary=${code}` }))}
      />
      <Entries key={chosen} listed={loaderData} />
    </>
  )
}

type Entry = Listed['list'][number]

function Entries({ listed }: { listed: Listed }) {
  const { chosen, dictionaries } = listed
  const { name, hint } = dictionaries.find(({ code }) => code === chosen)!
  const desk = useSiteDesk({
    answer: useLoaded(listed),
    called: name,
    ...recordCalls('dictionaryEntry'),
    beforeRemoval: ({ uses }) => uses !== 0 && <p>已有记录使用的不能删除，可以停用。</p>,
  })
  return (
    <SiteDesk
      desk={desk}
      className="desk-card movable-dense"
      title={name}
      add={`新增${name}`}
      blank={{ dictionary: chosen, state: 'offered' }}
      about={`${hint}停用的不再供新的选择，已选用的记录照常显示。`}
      empty={{ title: `还没有${name}` }}
      history="dictionaryEntry"
    >
      {({ list }) => (
        <OrderedRows
          rows={list}
          label={`${name}的先后`}
          desk={desk}
          acts={row => (
            <Button onClick={() => desk.change(row, { ...row.values, state: row.retired ? 'offered' : 'retired' })}>
              {row.retired ? '恢复使用' : '停用'}
              <span className="hidden-text">{row.name}</span>
            </Button>
          )}
        >
          {row => (
            <>
              <p>
                <b>{row.name}</b> <small>{row.code}</small> {row.retired && <Tag>已停用</Tag>}
              </p>
              <p>{[<Uses key="uses" of={row} />, ...row.traitNames.map(trait => `　${trait}`)]}</p>
            </>
          )}
        </OrderedRows>
      )}
    </SiteDesk>
  )
}

function Uses({ of: { uses, route, name } }: { of: Entry }) {
  const words = uses ? `已用于 ${withCommas(uses)} 条记录` : '尚无记录使用'
  return uses && route ? (
    <Link to={route}>
      {words}
      <span className="hidden-text">：{name}</span>
    </Link>
  ) : (
    words
  )
}

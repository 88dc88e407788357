import { RecordsScreen } from '#modules/settings/pages/RecordsScreen.tsx'
import { recordsLoader } from '#modules/settings/pages/recordCalls.ts'
import { Tag } from '#ui/Tag.tsx'
import type { Route } from './+types/StaffHomeBlocks'

export { staffHomeBlocks as handle } from './screens.ts'

export const clientLoader = recordsLoader('homeBlock')

/** 首页版块: what the home page is made of, from above to below. */
export default function StaffHomeBlocks({ loaderData }: Route.ComponentProps) {
  return (
    <RecordsScreen
      listed={loaderData}
      called="首页版块"
      title="首页自上而下"
      add="新增版块"
      blank={{ kind: 'documents', rows: 6, state: 'shown' }}
      about="没有内容的版块首页不显示。通知与培训、三种滚动名单、文件列表与快捷入口，前后相邻时并排显示。"
      empty={{ title: '首页还没有版块' }}
      history="homeBlock"
      isOrdered
      row={({ name, kindName, columnName, lacks, values }) => (
        <>
          <p>
            <b>{name}</b> {name !== kindName && <Tag tone="water">{kindName}</Tag>}{' '}
            {values.state === 'hidden' && <Tag>不显示</Tag>} {lacks && <Tag tone="warn">{lacks}</Tag>}
          </p>
          <p>{[columnName && `栏目：${columnName}`, values.rows && `${values.rows} 条`].filter(Boolean).join(' · ')}</p>
        </>
      )}
    />
  )
}

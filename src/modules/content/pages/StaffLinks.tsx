import { RecordsScreen } from '#modules/settings/pages/RecordsScreen.tsx'
import { recordsLoader } from '#modules/settings/pages/recordCalls.ts'
import { Tag } from '#ui/Tag.tsx'
import type { Route } from './+types/StaffLinks'

export { staffLinks as handle } from './screens.ts'

export const clientLoader = recordsLoader('link')

/** 友情链接 in the order of the home page, where those of a group stand together. */
export default function StaffLinks({ loaderData }: Route.ComponentProps) {
  return (
    <RecordsScreen
      listed={loaderData}
      called="友情链接"
      title="全部链接"
      add="新增链接"
      blank={{ kind: 'text' }}
      empty={{ title: '还没有友情链接' }}
      history="link"
      isOrdered
      row={({ name, values }) => (
        <>
          <p>
            <b>{name}</b> <Tag>{String(values.group)}</Tag> {values.kind === 'picture' && <Tag tone="water">图片</Tag>}
          </p>
          <p>{String(values.url)}</p>
        </>
      )}
    />
  )
}

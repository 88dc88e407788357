import { GroupedRecordsScreen } from '#modules/settings/pages/RecordsScreen.tsx'
import { recordsLoader } from '#modules/settings/pages/recordCalls.ts'
import { Icon } from '#ui/Icon.tsx'
import { Tag } from '#ui/Tag.tsx'
import type { QuickLinkIcon } from '../quickLinkForm.ts'
import type { Route } from './+types/StaffQuickLinks'

export { staffQuickLinks as handle } from '../../pages/screens.ts'

export const clientLoader = recordsLoader('quickLink')

/** 快捷入口: the few ways beside every page, and those of the home page. */
export default function StaffQuickLinks({ loaderData }: Route.ComponentProps) {
  return (
    <GroupedRecordsScreen
      listed={loaderData}
      called="快捷入口"
      by="shownIn"
      groups={[
        { code: 'side', name: '右侧入口', hint: '每个页面的右侧，宽度 1600 像素以上的屏幕显示。' },
        { code: 'home', name: '首页入口', hint: '首页的“快捷入口”版块。' },
      ]}
      blank={{ target: 'address', icon: 'link' }}
      history="quickLink"
      row={({ name, isShown, targetName, values }) => (
        <>
          <p>
            <Icon name={values.icon as QuickLinkIcon} size={18} /> <b>{name}</b> {!isShown && <Tag>此刻不显示</Tag>}
          </p>
          <p>{targetName}</p>
        </>
      )}
    />
  )
}

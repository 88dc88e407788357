import { ConfigProvider } from 'antd'
import zhCN from 'antd/es/locale/zh_CN'
import dayjs from 'dayjs'
import 'dayjs/locale/zh-cn'
import { Suspense } from 'react'
import { useLocation } from 'react-router'
import { useApi } from '#api/useApi.ts'
import { useTheme } from '#ui/antd.ts'
import { keepDraftsOf } from '#ui/form/draft.ts'
import { Loading, States } from '#ui/States.tsx'
import { IdleWarning } from './IdleWarning.tsx'
import { MemberContext } from './member.ts'
import { screenAt } from './places.ts'
import { ScreenBoundary } from './ScreenBoundary.tsx'

dayjs.locale('zh-cn')
const picker = zhCN.DatePicker!
/** What stands on the buttons of a calendar, 2026年 and 11月, is their name: a label of another wording would hide it. */
const locale = {
  ...zhCN,
  DatePicker: { ...picker, lang: { ...picker.lang, yearSelect: '', monthSelect: '' } },
}

/** The living part of the member centre: the component library in our look, and the screen of this address. */
export default function Centre() {
  const { pathname } = useLocation()
  const theme = useTheme()
  const member = useApi('GET /member/info', {})
  const { screen, id } = screenAt(pathname)!
  const Shown = screen.screen
  return (
    <ConfigProvider
      locale={locale}
      theme={theme}
      button={{ autoInsertSpace: false }}
      getPopupContainer={() => document.querySelector('main') ?? document.body}
    >
      <States answer={member}>
        {info => {
          keepDraftsOf(String(info.id))
          return (
            <MemberContext value={{ ...info, reload: member.reload }}>
              <ScreenBoundary key={pathname}>
                <Suspense fallback={<Loading />}>
                  <Shown key={id} />
                </Suspense>
              </ScreenBoundary>
              <IdleWarning minutes={info.idleMinutes} />
            </MemberContext>
          )
        }}
      </States>
    </ConfigProvider>
  )
}

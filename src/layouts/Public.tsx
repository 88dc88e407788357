import type { ShouldRevalidateFunctionArgs } from 'react-router'
import { type Api, inBrowser, onServer } from '#api/load.ts'
import { useInsideWechat } from '#modules/wechat/pages/useInsideWechat.ts'
import { Outlet, useRouteLoaderData } from '#ui/router/router.tsx'
import type { Route as Root } from '../+types/root'
import type { Route } from './+types/Public'
import { Announcements } from './public/Announcements.tsx'
import { Footer } from './public/Footer.tsx'
import { FramePart } from './public/FramePart.tsx'
import { Header } from './public/Header.tsx'
import { IgnoredParameters } from './public/IgnoredParameters.tsx'
import { Message } from './public/Message.tsx'
import { isMenuStale, markMenuFresh } from './public/menu.ts'
import { ReadAloudHost } from './public/reading/ReadAloudHost.tsx'
import { ElderBar } from './public/reading/Reading.tsx'
import { SidePanel } from './public/SidePanel.tsx'
import { useFocusOnNavigation } from './public/useFocusOnNavigation.ts'
import { useOfflinePages } from './public/useOfflinePages.ts'
import { useSessionEnd } from './public/useSessionEnd.ts'
import { TrialBanner } from './TrialBanner.tsx'
import { isRetry } from './useRetry.ts'
import './public/public.css'

const load = async (api: Api) => {
  const [menu, navigation, announcements] = await Promise.all([
    api('GET /catalog', {}),
    api('GET /cms/index/noLogin/navigation', {}),
    api('GET /cms/index/noLogin/announcement', {}),
  ])
  markMenuFresh()
  return { menu, navigation, announcements }
}
export const loader = onServer(load)
export const clientLoader = inBrowser(load)
/** The menu stays as it is from page to page; signing out asks for it anew (spec.md section 4). */
export const shouldRevalidate = ({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs) =>
  !isRetry() && (currentUrl.href === nextUrl.href || isMenuStale())

/** The shell of spec.md section 2 around every public page. */
export default function Public({ loaderData: { menu, navigation, announcements } }: Route.ComponentProps) {
  const { association, texts, demo, trial, wechat } = useRouteLoaderData<Root.ComponentProps['loaderData']>('root')!
  useSessionEnd()
  useFocusOnNavigation()
  useOfflinePages()
  useInsideWechat(wechat)
  return (
    <>
      <a className="skip" href="#main">
        跳到正文
      </a>
      {trial && <TrialBanner />}
      <Announcements lines={announcements} />
      <FramePart name="header">
        <Header association={association} menu={menu} demo={demo} />
      </FramePart>
      <main id="main" tabIndex={-1}>
        <IgnoredParameters />
        <Outlet />
      </main>
      <FramePart name="side">
        <SidePanel links={navigation.links} qr={association.qr} />
      </FramePart>
      <FramePart name="footer">
        <Footer association={association} menu={menu} texts={texts.footer} hasSitemap={!trial} />
      </FramePart>
      <Message />
      <ElderBar />
      <ReadAloudHost />
    </>
  )
}

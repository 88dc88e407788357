import { Outlet } from 'react-router'
import { type Api, inBrowser, onServer } from '#api/load.ts'

const load = async (api: Api) => ({ menu: await api('GET /catalog', {}) })
export const loader = onServer(load)
export const clientLoader = inBrowser(load)
export const shouldRevalidate = () => false

export default function Public() {
  return (
    <main id="main">
      <Outlet />
    </main>
  )
}

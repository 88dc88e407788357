import { useApi } from '#api/useApi.ts'
import { Advert } from '#ui/media/Advert.tsx'

/** P6: the banner of the member centre. */
export function CentreAdvert() {
  const { data } = useApi('GET /cms/index/noLogin/adverti', { position: 'P6' })
  return data && data.length > 0 ? <Advert adverts={data} position="P6" /> : null
}

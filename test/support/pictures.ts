import sharp from 'sharp'
import type { Site } from './app.ts'

/** Uploads a picture of one colour and that size, as staff do; answers the file's id. */
export async function uploadPicture(
  site: Site,
  cookie: string,
  { width, height }: { width: number; height: number },
): Promise<number> {
  const bytes = await sharp({ create: { width, height, channels: 3, background: '#0b4a7f' } })
    .png()
    .toBuffer()
  const form = new FormData()
  form.append('use', 'picture')
  form.append('file', new Blob([new Uint8Array(bytes)]), 'picture.png')
  const body = new Response(form)
  const headers = { cookie, 'sec-fetch-site': 'same-origin', 'content-type': body.headers.get('content-type')! }
  const payload = Buffer.from(await body.arrayBuffer())
  return (await site.app.inject({ method: 'POST', url: '/api/file/upload', headers, payload })).json().data.id
}

import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import wasm from 'zxing-wasm/reader/zxing_reader.wasm?url'

// From our own site: the package would fetch it from another's.
prepareZXingModule({ overrides: { locateFile: () => wasm } })

/** What the QR code in a picture of the camera says; null where there is none. */
addEventListener('message', async ({ data }: MessageEvent<ImageData>) => {
  const [found] = await readBarcodes(data, { formats: ['QRCode'], maxNumberOfSymbols: 1 })
  postMessage(found?.isValid ? found.text : null)
})

export default function StaffCatalogues() {
  return null
}

export default function StaffBanners() {
  return null
}

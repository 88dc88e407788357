CREATE INDEX "certificate_by_number" ON "certificate" USING btree ("number_key","id");--> statement-breakpoint
CREATE INDEX "certificate_by_holder" ON "certificate" USING btree (("holder_name" collate "zh-x-icu"),"id");--> statement-breakpoint
CREATE INDEX "certificate_by_place" ON "certificate" USING btree ((coalesce("province_code", '')),"id");--> statement-breakpoint
CREATE INDEX "certificate_by_last_day" ON "certificate" USING btree ((coalesce("valid_to", 'infinity')),"id");
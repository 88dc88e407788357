CREATE TABLE "wechat_session" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"openid_hash" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "wechat_session" ADD CONSTRAINT "wechat_session_token_hash_session_token_hash_fk" FOREIGN KEY ("token_hash") REFERENCES "public"."session"("token_hash") ON DELETE cascade ON UPDATE no action;
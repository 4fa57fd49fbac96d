/// Three command lines for each page of help; each of them works as it stands, with a product, a file or a name of one's own.
enum CommandExamples {
    /// The examples of a command.
    ///
    /// - Parameter path: The words that lead to it, the program first.
    static func of(_ path: [String]) -> [String] {
        byCommand[path.dropFirst().joined(separator: " ")] ?? []
    }

    private static let byCommand: [String: [String]] = [
        "": [
            "gateway juice order mango",
            "gateway --json status",
            "gateway watch juice",
        ],
        "juice": [
            "gateway juice menu",
            "gateway juice order 딸바",
            "gateway juice restock mango=+10",
        ],
        "juice menu": [
            "gateway juice menu",
            "gateway juice menu --lang ko",
            "gateway juice menu --json",
        ],
        "juice order": [
            "gateway juice order mango",
            "gateway juice order 딸바 2",
            "gateway juice order 7 --key breakfast-17",
        ],
        "juice orders": [
            "gateway juice orders",
            "gateway juice orders --limit 5",
            "gateway juice orders 17",
        ],
        "juice stock": [
            "gateway juice stock",
            "gateway juice stock --json",
            "gateway juice stock --context shop",
        ],
        "juice restock": [
            "gateway juice restock mango=+10",
            "gateway juice restock 망고=+3 kiwi=-2",
            "gateway juice restock mango=+10 --key delivery-8",
        ],
        "juice set": [
            "gateway juice set mango=10",
            "gateway juice set mango=10 kiwi=5 --expect 12",
            "gateway juice set mango=10 --expect mango=3",
        ],
        "calc": [
            "gateway calc eval '2+3*3-1'",
            "gateway calc press 12+3=",
            "gateway calc keypad",
        ],
        "calc eval": [
            "gateway calc eval '2+3*3-1'",
            "gateway calc eval -- -2 + 3",
            "gateway calc eval - < formulas.txt",
        ],
        "calc press": [
            "gateway calc press 12+3=",
            "gateway calc press AC 1 00 +/-",
            "gateway calc press 1+2= --json",
        ],
        "calc keypad": [
            "gateway calc keypad",
            "gateway calc keypad --lang ko",
            "gateway calc keypad --context shop",
        ],
        "expo": [
            "gateway expo poster",
            "gateway expo entries --search 악기",
            "gateway expo image haegeum -o haegeum.png",
        ],
        "expo poster": [
            "gateway expo poster",
            "gateway expo poster --lang en",
            "gateway expo poster --json",
        ],
        "expo entries": [
            "gateway expo entries",
            "gateway expo entries --search drum --limit 5",
            "gateway expo entries --json",
        ],
        "expo entry": [
            "gateway expo entry 5",
            "gateway expo entry 해금",
            "gateway expo entry haegeum --json",
        ],
        "expo image": [
            "gateway expo image haegeum",
            "gateway expo image poster -o poster.png",
            "gateway expo image haegeum -o - > haegeum.png",
        ],
        "market": [
            "gateway market list",
            "gateway market purchase 1 2",
            "gateway market vendors register 'Corner shop' --secret-out secret",
        ],
        "market list": [
            "gateway market list",
            "gateway market list --search 'fresh mango'",
            "gateway market list --page 2 --per-page 50",
        ],
        "market show": [
            "gateway market show 1",
            "gateway market show 1 --lang ko",
            "gateway market show 1 --json",
        ],
        "market register": [
            "gateway market register --name Mangoes --description 'A box of ten ripe mangoes.' --price 12000 --currency KRW --stock 5 --image box.png",
            "gateway market register --name Mangoes --price 12000 --discount 2000 --currency KRW --image front.jpg --image back.jpg",
            "gateway market register --name Mangoes --identifier seller --secret-file secret --image box.png",
        ],
        "market update": [
            "gateway market update 1 --stock 20",
            "gateway market update 1 --price 9.50 --currency USD",
            "gateway market update 1 --thumbnail 3",
        ],
        "market delete": [
            "gateway market delete 1",
            "gateway market delete 1 --yes",
            "gateway market delete 1 --identifier seller --secret-file secret",
        ],
        "market purchase": [
            "gateway market purchase 1",
            "gateway market purchase 1 3",
            "gateway market purchase 1 --key basket-42",
        ],
        "market image": [
            "gateway market image 17",
            "gateway market image 17 --thumbnail -o small.jpg",
            "gateway market image market:images/17/thumbnail -o -",
        ],
        "market vendors": [
            "gateway market vendors register 'Corner shop' --secret-out secret",
            "gateway market vendors list",
            "gateway market vendors list --json",
        ],
        "market vendors register": [
            "gateway market vendors register 'Corner shop'",
            "gateway market vendors register 'Corner shop' --secret-out secret",
            "gateway market vendors register 'Corner shop' --json",
        ],
        "market vendors list": [
            "gateway market vendors list",
            "gateway market vendors list --limit 5",
            "gateway market vendors list --json",
        ],
        "call": [
            "gateway call juice.menu",
            #"gateway call juice.order '{"juice":"mango"}' --key breakfast-17"#,
            "gateway call service.stats --to juice",
        ],
        "fanout": [
            "gateway fanout service.ping",
            "gateway fanout service.health --to juice,calc",
            "gateway fanout rpc.discover --json",
        ],
        "batch": [
            "gateway batch orders.ndjson",
            "gateway batch - < orders.ndjson > outcomes.ndjson",
            "gateway batch orders.ndjson --window 1",
        ],
        "outcome": [
            "gateway outcome",
            "gateway outcome breakfast-17 --retry",
            "gateway outcome --all",
        ],
        "watch": [
            "gateway watch",
            "gateway watch juice.stock.changed.mango",
            "gateway watch juice --since 0 --json --count 10",
        ],
        "status": [
            "gateway status",
            "gateway status --to juice,market",
            "gateway status --json --timeout 500ms",
        ],
        "bench": [
            "gateway bench rpc",
            "gateway bench order --for 10s",
            "gateway bench events --subscribers 10",
        ],
        "bench rpc": [
            "gateway bench rpc",
            "gateway bench rpc service.ping --to juice",
            "gateway bench rpc juice.menu --clients 4 --for 5s",
        ],
        "bench order": [
            "gateway bench order",
            "gateway bench order --yes --for 10s",
            "gateway bench order --rate 2000 --json",
        ],
        "bench events": [
            "gateway bench events",
            "gateway bench events --subscribers 50",
            "gateway bench events --listen 1000",
        ],
        "bench mixed": [
            "gateway bench mixed",
            "gateway bench mixed --orders 50",
            "gateway bench mixed --yes --for 10s",
        ],
        "doctor": [
            "gateway doctor",
            "gateway doctor --to juice",
            "gateway doctor --context shop",
        ],
        "paths": [
            "gateway paths",
            "gateway paths state",
            "gateway paths run --json",
        ],
        "context": [
            "gateway context add here --insecure juice=tcp://127.0.0.1:7101",
            "gateway context use shop",
            "gateway --context shop status",
        ],
        "context add": [
            "gateway context add here --insecure juice=tcp://127.0.0.1:7101,tcp://127.0.0.1:7102",
            "gateway context add shop --server-key server.key juice=tcp://10.0.0.5:7101",
            "gateway context add shop --force --server-key server.key calc=tcp://10.0.0.5:7201",
        ],
        "context list": [
            "gateway context list",
            "gateway context list --json",
            "gateway context list --lang ko",
        ],
        "context use": [
            "gateway context use shop",
            "gateway context use local",
            "gateway context use shop --lang ko",
        ],
        "context show": [
            "gateway context show",
            "gateway context show shop",
            "gateway context show shop --json",
        ],
        "keys": [
            "gateway keys generate",
            "gateway keys allow alice alice.key --role order",
            "gateway keys list",
        ],
        "keys generate": [
            "gateway keys generate",
            "gateway keys generate ./alice",
            "gateway keys generate --json",
        ],
        "keys show": [
            "gateway keys show",
            "gateway keys show alice.key",
            "gateway keys show --json",
        ],
        "keys allow": [
            "gateway keys allow alice alice.key --role order",
            "gateway keys allow bob bob.key --role read",
            "gateway keys allow alice alice.key --role operate --clients ./clients",
        ],
        "keys revoke": [
            "gateway keys revoke alice",
            "gateway keys revoke alice --clients ./clients",
            "gateway keys revoke bob --lang ko",
        ],
        "keys list": [
            "gateway keys list",
            "gateway keys list --json",
            "gateway keys list --clients ./clients",
        ],
        "tokens": [
            "gateway tokens create alice --role order",
            "gateway tokens list",
            "gateway tokens revoke alice",
        ],
        "tokens create": [
            "gateway tokens create alice --role order",
            "gateway tokens create board --role read --expires 90d",
            "gateway tokens create alice --role operate --json",
        ],
        "tokens revoke": [
            "gateway tokens revoke alice",
            "gateway tokens revoke alice --tokens ./tokens",
            "gateway tokens revoke board --lang ko",
        ],
        "tokens list": [
            "gateway tokens list",
            "gateway tokens list --json",
            "gateway tokens list --tokens ./tokens",
        ],
        "web": [
            "gateway web link",
            "gateway web link --url https://shop.example",
            "gateway web link --json",
        ],
        "web link": [
            "gateway web link",
            "gateway web link --url https://shop.example",
            "gateway web link --lang ko",
        ],
        "cluster": [
            "gateway cluster init postgresql://owner@db1/shop",
            "gateway cluster init --grant worker",
            "gateway cluster status",
        ],
        "cluster status": [
            "gateway cluster status postgresql://worker@db1,db2/shop",
            "JANGTEO_LOG=postgresql://worker@db1/shop gateway cluster status",
            "gateway cluster status --json",
        ],
        "cluster handover": [
            "gateway cluster handover --stream juice",
            "gateway cluster handover postgresql://worker@db1,db2/shop --stream juice",
            "gateway cluster handover --stream juice --json",
        ],
        "cluster snapshot": [
            "gateway cluster snapshot --to juice",
            "gateway cluster snapshot --to juice --json",
            "gateway cluster snapshot --to market --context shop",
        ],
        "cluster accept-loss": [
            "gateway cluster accept-loss postgresql://owner@db1/shop --stream juice",
            "gateway cluster accept-loss postgresql://owner@db1/shop --stream juice --yes",
            "gateway cluster accept-loss --stream juice --json --yes",
        ],
        "cluster forget": [
            "gateway cluster forget postgresql://owner@db1/shop --stream gangnam",
            "gateway cluster forget postgresql://owner@db1/shop --stream gangnam --yes",
            "gateway cluster forget --stream gangnam --json --yes",
        ],
        "cluster init": [
            "gateway cluster init postgresql://owner@db1/shop --grant worker",
            "gateway cluster init postgresql://owner@db1/shop --grant gangnam --stream gangnam",
            "JANGTEO_LOG=postgresql://owner@db1/shop gateway cluster init --json",
        ],
        "context edit": [
            "gateway context edit shop",
            "EDITOR=nano gateway context edit shop",
            "gateway context edit shop --lang ko",
        ],
        "context rename": [
            "gateway context rename shop gangnam",
            "gateway context rename gangnam shop",
            "gateway context rename shop old-shop",
        ],
        "context remove": [
            "gateway context remove shop",
            "gateway context remove old-shop",
            "gateway context remove shop --lang ko",
        ],
        "top": [
            "gateway top",
            "gateway top --to juice,market",
            "gateway top --interval 5s",
        ],
        "stats": [
            "gateway stats",
            "gateway stats --to juice",
            "gateway stats --json",
        ],
        "describe": [
            "gateway describe juice.order",
            "gateway describe market",
            "gateway describe market.products.list --json",
        ],
        "market purchases": [
            "gateway market purchases",
            "gateway market purchases --product 1",
            "gateway market purchases --limit 5",
        ],
        "errors": [
            "gateway errors",
            "gateway errors stock",
            "gateway errors 1010 -32601",
        ],
        "completion": [
            "source <(gateway completion bash)",
            "gateway completion zsh > ~/.zfunc/_gateway",
            "gateway completion fish > ~/.config/fish/completions/gateway.fish",
        ],
        "manual": [
            "gateway manual | man -l -",
            "gateway manual > gateway.1",
            "gateway manual --lang ko | man -l -",
        ],
    ]
}

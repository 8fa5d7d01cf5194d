// The vocabulary of prompt injections: what they call the AI, what it should forget and what it should answer. No
// phrase proves anything on its own; prompt-injection/weigh.ts combines them. One line per language: English, Spanish,
// Portuguese, German, French, Italian, Dutch, Indonesian, romanised Hindi, Polish, Turkish, Russian, Chinese, Japanese,
// Arabic. `word*` is a stem, `_` is any word. Kana with voicing marks are written as `_`, because folding a phrase
// removes the marks but tokenising a text does not.

import { compilePhrases, splitPhrases } from '../text/phrases.ts';
import { foldWord } from '../text/tokenize.ts';

const PHRASES = {
  /** Ignore, do not follow. */
  drop: [
    `ignore | ignoring | disregard | disregarding | forget | override | overrule | bypass | skip | drop |
    discard | erase | overlook | do not follow | dont follow | not follow | do not obey | do not apply |
    dont apply | do not use | stop following | stop applying | stop using | set aside | put aside |
    no longer apply | no longer applies | no longer valid | are void | suspended | are cancelled |
    are lifted | has been lifted | never mind | regardless of | no matter what | without regard | dismiss |
    abandon | throw away | nullify | clear | remove | disable | lift | delete | cancel | ignores |
    outranks | supersedes | overrides | replaces | takes precedence over | higher priority than | is void |
    is invalid | are invalid | do not matter`,
    `ignora | ignore | ignoren | ignorar | olvida | olvídate | olvide | olvidar | omite | salta | sáltate |
    descarta | no apliques | no sigas | no uses | deja de lado | deja de seguir | caso omiso |
    pasa por alto | anula | no tengas en cuenta | prescinde | anuladas | canceladas | ya no valen |
    ya no aplican | elimina | desactiva | cancela | ya no es válido | sin efecto`,
    `ignora | esqueça | esquece | esquecer | desconsidere | desconsidera | pule | pular | descarte |
    despreza | não siga | não aplique | não use | deixe de lado | deixa de lado | anule | suspensas |
    passe por cima | não valem mais | remova | desative | elimine | cancele | apague | não é mais válido`,
    `ignoriere | ignorier | ignorieren | vergiss | vergesst | missachte | überspringe | übergehe | verwirf |
    außer kraft | ungültig | beiseite | gelten nicht | gilt nicht | hinfällig | aufgehoben | folge nicht |
    folge _ _ nicht | befolge _ _ nicht | halte dich nicht | lass _ weg | egal was | setze dich über |
    deaktiviere | lösche | aufzuheben | aufheben | streiche`,
    `ignorez | ignorer | oublie | oubliez | oublier | fais abstraction | faites abstraction |
    tiens pas compte | tenez pas compte | ne suis pas | ne suis plus | applique pas | laisse de côté |
    passe outre | contourne | suspendu | suspendues | annulées | invalide | annule | annulez | supprime |
    supprimez | désactive | désactivez | mets de côté | est invalide | n est plus valable | efface`,
    `ignorate | dimentica | dimenticati | dimenticare | scorda | scordati | tralascia | trascura |
    disattiva | non considerare | non tenere conto | non seguire | non applicare | non usare |
    non si applicano | non valgono | lascia perdere | metti da parte | rimuovi | annulla | annullate |
    cancella | non è più valido`,
    `negeer | vergeet | sla alle | sla de | sla je | sla over | over te slaan | overschrijf | omzeil |
    vervallen | vervalt | gelden niet | geldt niet | volg niet | volg je _ niet | volg de _ niet |
    niet volgens | laat _ los | laat _ vallen | zet _ opzij | ingetrokken | verwijder | schakel _ uit |
    wis | niet meer geldig`,
    `abaikan | lupakan | lewati | jangan ikuti | jangan pakai | jangan gunakan | hapus | dibatalkan |
    kesampingkan | batalkan | tidak berlaku | jangan terapkan | nonaktifkan`,
    `ignore karo | bhool jao | bhul jao | bhool ja | bhoolo | bhulo | bhula do | chhodo | chodo | chhod do |
    chod do | hata do | hatao | mat lagana | mat lagao | mat follow | mat maano | mat mano | cancel |
    band hai | band hain | khatam | side mein rakho`,
    'zignoruj | ignoruj | zapomnij | pomiń | odrzuć | nie stosuj | nie przestrzegaj | nie obowiązują | uchyl',
    `yok say | yoksay | unut | iptal et | devre dışı | görmezden gel | dikkate alma | geçersiz | uyma |
    boş ver`,
    `игнорируй* | проигнорируй* | забудь* | отмени* | пропусти* | отключи* | удали* | снять | сними |
    не следуй* | не учитывай* | отбрось*`,
    '忽略 | 无视 | 忘记 | 忘掉 | 不要遵守 | 不要遵循 | 跳过 | 抛开 | 無視 | 忽視 | 取消 | 删除 | 停用 | 解除 | 无效',
    '忘れ | 従わない | 従うな | 無効 | 取り消',
    'تجاهل | تجاهلي | انس | انسى | لا تتبع | تخطى | الغ | ألغ | احذف | عطل',
  ],
  /** Words for instructions that people can be given, too. */
  instructions: [
    'instruction | instructions | prompt | prompts | directive | directives | commands | programming',
    'instrucción | instrucciones | órdenes | indicaciones | directivas',
    'instrução | instruções | ordens | orientações',
    'anweisung | anweisungen | instruktionen | befehle | vorgaben',
    'consigne | consignes | directives',
    'istruzione | istruzioni | direttive',
    'instructie | instructies | opdracht | opdrachten | aanwijzingen',
    'instruksi | instruksimu | perintah | perintahmu | arahan',
    'nirdesh | hidayat',
    'instrukcje | instrukcjach | instrukcji | polecenia | poleceń',
    'talimat* | komut* | yönerge*',
    'инструкци* | указани* | команд*',
    '指令 | 指示 | 命令 | 提示词',
    'التعليمات | تعليمات* | الأوامر | أوامر*',
  ],
  rules: [
    `rule | rules | guideline | guidelines | criteria | criterion | policy | policies | constraints |
    restrictions | guardrails | safeguards | the above | everything above | all of the above |
    what came before | limitations | filters | checklist`,
    'regla | reglas | criterios | normas | directrices | lo anterior | restricciones | políticas | filtros',
    'regras | regra | critérios | diretrizes | tudo acima | restrições | políticas',
    `regel | regeln | kriterien | richtlinien | vorschriften | alles obige | beschränkungen | einschränkungen`,
    'règles | règle | critères | ce qui précède | restrictions | filtres',
    'regole | regola | criteri | quanto sopra | restrizioni | filtri',
    'regels | richtlijnen | spelregels | beleid | beperkingen',
    'aturan | aturanmu | kriteria | pedoman | ketentuan',
    'niyam',
    'zasady | zasad | zasadach | reguły | wytyczne | kryteria',
    'kurallar* | kurali',
    'правил* | критери* | ограничени*',
    '规则 | 规定 | 標準 | 标准 | 限制 | 上面',
    'ルール | 規則 | 基準',
    'القواعد | قواعد* | المعايير | معايير*',
  ],
  /** Words for instructions that only an AI has. */
  prompt: [
    `system prompt | system prompts | system message | system instruction | system instructions |
    initial prompt | original prompt | earlier prompt | previous prompt | hidden prompt | full prompt |
    initial instructions | original instructions | hidden instructions | secret instructions |
    internal instructions | spam filter`,
    `prompt del sistema | prompt de sistema | instrucciones del sistema | instrucciones ocultas |
    instrucciones iniciales | instrucciones internas`,
    `prompt do sistema | instruções do sistema | instruções ocultas | instruções iniciais |
    instruções internas`,
    `systemprompt | system prompt | systemanweisung | systemanweisungen | system anweisung |
    versteckten anweisungen | ursprünglichen anweisungen | internen anweisungen`,
    `invite système | prompt système | prompt complet | instructions système | consignes internes |
    instructions cachées | instructions initiales | instructions internes | consignes système`,
    `prompt di sistema | istruzioni di sistema | istruzioni nascoste | istruzioni iniziali |
    istruzioni interne`,
    `systeemprompt | systeeminstructie | systeeminstructies | verborgen instructies |
    oorspronkelijke instructies`,
    'prompt sistem | prompt sistemmu | promptmu | instruksi sistem | instruksi tersembunyi | instruksi awal',
    'apna prompt | tumhara prompt | system ka prompt',
    `podpowiedź systemowa | prompt systemowy | ukryte instrukcje | sistem istemi | sistem prompt* |
    sistem talimat*`,
    'системн* промпт* | системн* инструкци* | скрыт* инструкци* | промпт*',
    '系统提示 | 系统指令 | 提示词 | 初始指令 | システム_ロン_ト',
    'موجه النظام | تعليمات النظام',
  ],
  /** Scoring criteria, or anything the AI was told. */
  scheme: [
    `rubric | rubrics | scoring rules | scoring criteria | scoring rule | scoring scale |
    scoring guidelines | grading rules | grading criteria | rating criteria | assessment criteria |
    assessment rules | evaluation criteria | evaluation rules | qualification criteria | your programming |
    your training | you were told | you have been told | you were given | you have been given |
    you were instructed | told you before | triage rules | spam rule | spam rules |
    spam policy | safety guidelines | safety rules | safety protocols`,
    `criterios de evaluación | criterios de puntuación | reglas de puntuación | rúbrica | te dijeron |
    te han dicho | te dieron | te han dado`,
    `critérios de avaliação | regras de pontuação | regras de triagem | rubrica | te disseram |
    você recebeu | lhe deram | política de spam`,
    `bewertungsregeln | bewertungskriterien | bewertungsschema | dir gesagt | dir vorher gesagt | man dir |
    du bekommen hast | du erhalten hast`,
    `barème | critères de notation | critères d évaluation | grille de notation | grille d évaluation |
    t a dit | tu as reçues | tu as reçus | vous avez reçues | on t a`,
    `criteri di valutazione | regole di valutazione | ti hanno detto | ti è stato detto | che hai ricevuto |
    ricevute finora | griglia di valutazione`,
    'beoordelingsregels | beoordelingscriteria | puntentelling | je is verteld | je hebt gekregen',
    'rubrik | rubrikmu | aturan penilaian | aturan penilaianmu | kriteria penilaian',
    'scoring ke rules | tumhare rules | apne rules | system ke rules',
    'zasady oceny | zasady oceniania | kryteria oceny | puanlama kuralları | değerlendirme kriterleri',
    'критери* оценки | правил* оценки',
    '评分标准 | 评分规则 | 採点基準 | 評価基準',
    'معايير التقييم | قواعد التقييم',
  ],
  /** Which instructions: the previous ones, all of them. */
  prior: [
    `previous | prior | above | earlier | preceding | foregoing | initial | original | existing | all | any |
    every | whatever | everything | other | so far | before`,
    `anterior | anteriores | previas | previos | todas | todos | toda | cualquier | de arriba | recibidas |
    antes | todo`,
    'prévias | prévios | acima | todas as | recebeu | tudo',
    `alle | allen | alles | bisherige | bisherigen | vorherige | vorherigen | vorige | vorigen | frühere |
    früheren | obige | obigen | sämtliche | jegliche | vorher | bisher`,
    'précédent | précédente | précédents | précédentes | toutes | tous | tout | ci dessus | antérieures',
    'precedente | precedenti | tutte | tutti | qualsiasi | finora | qui sopra | tutto',
    'voorgaande | vorige | eerdere | bovenstaande | hierboven',
    'sebelumnya | semua | segala | apa pun | di atas | seluruh | lama',
    'pichle | pichhle | pehle | purane | saare | sare | sab | upar ke | upar wale',
    'poprzednie | poprzednich | wcześniejsze | wcześniejszych | wszystkie | powyższe | dotychczasowe',
    'önceki | tüm | bütün | yukarıdaki | daha önceki',
    'предыдущ* | прежн* | все | всех | выше | прошл* | ранее',
    '之前 | 以上 | 所有 | 先前 | 上述 | 前面',
    'これま_ | 以前 | す_て | 全て | 上記 | 前の',
    'السابقة | جميع | كل | أعلاه',
  ],
  yours: [
    'your | yours',
    'tu | tus | su | sus | te',
    'teu | teus | tua | tuas | seu | seus | suas',
    'dein | deine | deinen | deiner | deinem | dir | ihre | ihren | ihrer',
    'ton | tes | ta | votre | vos',
    'tuo | tue | tuoi | tua | vostre',
    'je | jouw | jij | uw',
    'kamu | anda | mu',
    'tumhare | tumhara | tumhari | apne | apna | apni | tere',
    'swoje | swoich | twoje',
    'твои | свои | твоих | своих',
    '你 | あなた | 你的',
  ],
  /** People may withdraw instructions they gave themselves. */
  mine: [
    `my | our | mine | ours | we gave | i gave | i sent | we sent | mi | mis | nuestra | nuestras |
    nuestros | minha | minhas | meu | meus | nossas | nossa | mein | meine | meinen | meiner | unsere |
    unseren | unserer | mes | mon | nos | notre | mie | miei | mia | mio | nostre | nostra | nostri | mijn |
    onze | saya | kami | mera | mere | meri | hamare | hamari | moje | moich | nasze | naszych`,
  ],
  /** Names for an AI that never refer to a person. "AI" counts only in capitals. */
  machine: [
    `ai | classifier | classifiers | scorer | language model | large language model | llm | chatgpt | gpt |
    scoring engine | scoring model | scoring system | scoring bot | scoring module | scoring machine |
    scoring tool | scoring algorithm | scoring ai | scoring assistant | scoring agent | lead scoring model |
    lead scoring | lead scorer | assessment model | assessment engine | assessment module |
    assessment system | grading model | grading system | rating engine | rating system | evaluation model |
    evaluation engine | automated assessor* | automated evaluator* | automated grader* |
    automatic assessor* | automated triage | automatic triage | automated screening | automated system |
    automated reader | automatic scoring | automated scoring | artificial intelligence | virtual assistant |
    triage bot | triage system | triage model | spam classifier | crm bot | lead assessor | graders |
    a computer reads | no human reads | model reading | intent model | ranking model | routing engine |
    qualification engine | qualification bot`,
    `ia | clasificador | inteligencia artificial | modelo de lenguaje | modelo de puntuación |
    motor de puntuación | sistema de puntuación | sistema de calificación | evaluador automático |
    evaluación automática | clasificación automática | motor de scoring | asistente virtual |
    asistente de ia | sistema de scoring | modelo de scoring | robot de clasificación |
    sistema de evaluación | puntuador`,
    `classificador | inteligência artificial | modelo de linguagem | motor de pontuação |
    sistema de pontuação | avaliador automático | avaliação automática | triagem automática |
    ia avaliadora | assistente virtual | assistente de ia | robô de triagem | sistema de avaliação |
    motor de scoring | modelo de pontuação | sistema de triagem`,
    `ki | klassifikator | klassifizierer | künstliche intelligenz | sprachmodell | bewertungs ki |
    bewertungssystem | bewertungsmaschine | bewertungsmodell | bewertungsbot | scoring modell |
    scoring system | scoringmodell | scoringsystem | bewertungsprogramm | bewertungsalgorithmus |
    automatische auswertung | automatische bewertung | an das modell`,
    `classificateur | intelligence artificielle | modèle de scoring | moteur de scoring |
    système de scoring | modèle de langage | moteur de notation | moteur de score | système de notation |
    outil de notation | module d évaluation | modèle d évaluation | système d évaluation |
    algorithme de notation | évaluation automatique | tri automatique | notation automatique |
    l algorithme | assistant ia | du modèle | au modèle`,
    `classificatore | intelligenza artificiale | modello linguistico | modello di valutazione |
    valutatore automatico | valutazione automatica | motore di scoring | sistema di scoring |
    modello di scoring | motore di valutazione | sistema di valutazione | sistema di punteggio |
    assistente artificiale | assistente virtuale | algoritmo di valutazione`,
    `taalmodel | scoremodel | scoresysteem | kunstmatige intelligentie | beoordelings ai |
    beoordelingsmodel | beoordelingssysteem | classificatiemodel | classificeerder |
    automatische beoordeling | scoringsmodel | aan het model | op model`,
    `kecerdasan buatan | model bahasa | mesin penilai | model penilai | ai penilai | mesin klasifikasi |
    sistem penilaian | penilaian otomatis | sistem penilai | bot penilai | untuk model | untuk sistem |
    asisten ai`,
    'scoring wale | machine ke liye | system ke liye | model ke liye | bot ke liye | ai scorer',
    `klasyfikator* | model językowy | modelu językowy | sztuczn* inteligencj* | do sztucznej inteligencji |
    system oceny | systemu oceny | drogi modelu`,
    'yapay zeka | dil modeli | puanlama sistemi | sınıflandırıcı | değerlendirme sistemi | puanlama motoru',
    'искусственн* интеллект* | языков* модел* | классификатор* | систем* оценки | нейросет* | ии',
    '人工智能 | 语言模型 | 评分系统 | 分类器 | 打分模型 | 评分模型',
    '人工知能 | 言語モデル | 採点 | 分類器 | 評価システム',
    'الذكاء الاصطناعي | النموذج اللغوي | نظام التقييم | المصنف',
  ],
  /** Names for an AI that can also refer to a person, a product or a brand. */
  'machine-or-not': [
    `bot | bots | robot | chatbot | model | assistant | assessor | assessors | evaluator | evaluators |
    grader | machine | algorithm | system | engine | program | agent | judge | reviewer bot | reader |
    computer`,
    'modelo | asistente | evaluador | sistema | máquina | algoritmo | robot',
    'assistente | avaliador | avaliadora | máquina',
    'modell | assistent | bewerter | maschine | algorithmus | programm',
    'modèle | assistante | évaluateur | machine | algorithme | système | notateur',
    'modello | valutatore | macchina',
    'beoordelaar | machine | systeem | algoritme',
    'asisten | mesin | sistem | penilai',
    'modelu | asystencie | maszyno',
    'asistan | sistem',
    'модель | ассистент | бот | система',
    '模型 | 助手 | 系统 | モ_ル | アシスタント | システム',
    'النموذج | المساعد | النظام',
  ],
  /** Forms of address that come before a name. */
  greeting: [
    'dear | hi | hello | hey | ok | okay | respected | listen | attention | attn | thanks | thank you',
    'querido | querida | estimado | estimada | hola | oye | atención',
    'caro | cara | prezado | prezada | olá | oi | atenção',
    'liebe | lieber | liebes | hallo | hey | achtung | sehr geehrte',
    'cher | chère | bonjour | salut | attention',
    'gentile | cara | caro | ciao | attenzione | egregio',
    'beste | lieve | hallo | let op | geachte',
    'halo | wahai | perhatian',
    'suno | arre | priya | namaste',
    'drogi | droga | szanowny | szanowna | uwaga | hej',
    'sevgili | merhaba | dikkat | sayın',
    'уважаем* | дорог* | привет | внимание',
    '亲爱的 | 尊敬的 | 注意 | 你好',
    'عزيزي | مرحبا',
  ],
  /** Ways to introduce a note, followed by the addressee. */
  'note-to': [
    `note to | note for | notes for | message to | message for | reminder to | reminder for | memo to |
    instruction to | instructions to | instructions for | instruction for | attention of | 
    keywords for | metadata for | info for | information for | code for | rules for | order to |
    addressed to | directed to | only for | ps to | p s to`,
    `nota para | aviso para | mensaje para | instrucción para | instrucciones para | recordatorio para |
    dirigido a | normas del | código para`,
    `nota ao | nota à | nota para | mensagem para | mensagem ao | aviso ao | aviso para | instrução ao |
    instrução para | instruções para | código para`,
    `hinweis an | hinweis für | nachricht an | anweisung an | anweisung für | notiz an | notiz für |
    vermerk für | mitteilung an | code für`,
    `note pour | note à | message pour | message à | consigne pour | consignes pour | instruction pour |
    instructions pour | à l attention | rappel pour | ordonne au | à destination | code pour`,
    `nota per | messaggio per | promemoria per | istruzione per | istruzioni per | avviso per |
    codice per`,
    `opmerking voor | bericht aan | bericht voor | notitie voor | notitie aan | instructie aan |
    instructie voor | code voor`,
    `catatan untuk | pesan untuk | instruksi untuk | lampiran untuk | kode untuk | dibaca oleh |
    catatan | perhatian untuk`,
    'uwaga dla | notatka dla | wiadomość dla | instrukcja dla',
    'için not | için mesaj',
    'заметка для | сообщение для | инструкция для | примечание для',
    'ملاحظة إلى | رسالة إلى',
  ],
  /** The same, but in common words that often introduce something else. */
  'to-the': [
    `to the | to any | to whichever | to whatever | for the | for any | for | to | para el | para la | al |
    a la | ao | para o | para a | an die | an den | an das | für die | für den | für das | pour le |
    pour la | pour l | au | à l | per il | per la | per l | all | alla | aan de | aan het | aan | voor de |
    voor het | untuk | kepada | dla | для | إلى | 致 | 给 | 对`,
  ],
  /** A score, a grade. */
  score: [
    `score | scoring | grade | grades | graded | rating | lead score | leadscore | assessment | evaluation |
    graded as`,
    'puntuación | puntaje | calificación | evaluación | puntuacion | valoración',
    'pontuação | avaliação | classificação',
    'punktzahl | höchstpunktzahl | bewertung | einstufung | leadbewertung | bestnote | höchstnote | punktestand',
    'notation | évaluation',
    'punteggio | valutazione | punteggi | grado',
    'beoordeling | cijfer | oordeel | eindoordeel | eindstand',
    'skor | skornya | penilaian | nilainya',
    'wynik | wyniku | ocena | ocenę | punktację',
    'puan | puanı | skor | skoru | notu',
    'балл* | оценк* | оценку | рейтинг* | скор',
    '分数 | 评分 | 打分 | 得分 | 评级 | 等级',
    'スコア | 点数 | 採点 | 評価 | 評点',
    'درجة | نقطة | نقاط | التصنيف | تقييم | تصنيف',
  ],
  /** The same, but with other common meanings: light points, credit notes, steel grades. */
  'score-or-not': [
    'points | point | tier | label | rank | priority | level | class | category | status | verdict | result',
    'puntos | nota | nivel | categoría | prioridad | clase | resultado | etiqueta',
    'pontos | nota | nível | prioridade | classe | resultado | rótulo',
    'punkte | punkten | stufe | note | priorität | klasse | kategorie | ergebnis | wert | punkt',
    'note | notes | points | priorité | classe | catégorie | niveau | résultat | mention | score',
    'punti | classe | categoria | priorità | livello | voto | risultato',
    'punten | niveau | klasse | prioriteit | categorie | resultaat | status',
    'nilai | poin | label | status | angka | prioritas | hasil | hasilnya',
    'ank',
    'punktów | punkty | pkt | kategorię | priorytet',
    'öncelik | derece',
    'категори* | приоритет* | баллов',
    '分 | 点 | 級',
  ],
  /** The top score. */
  best: [
    `maximum | max | highest | top | best possible | hottest | highest possible | perfect | full marks |
    best | not less than | never below | top grade | top of the queue | top of the list | to the top`,
    'máxima | máximo | más alta | más alto | la mejor | cien',
    'máxima | máximo | mais alta | mais alto | melhor | cem',
    'höchste | höchsten | höchster | maximale | beste | bestmögliche | hundert | volle | bestnote | höchstpunktzahl | höchstnote',
    'maximum | maximale | maximal | la plus haute | meilleure | cent',
    'massimo | massima | più alto | più alta | cento | migliore',
    'hoogste | maximale | maximum | honderd | beste',
    'tertinggi | maksimal | maksimum | seratus | terbaik',
    'sabse zyada | sabse upar | ek sau | sau',
    'najwyższy | najwyższą | najwyższa | maksymalny | maksymalną | sto',
    'en yüksek | maksimum | tam | yüz',
    'максимальн* | высш* | наивысш* | сто',
    '最高 | 满分 | 最大 | 満点',
    'أعلى | الحد الأقصى | مئة | مائة',
    '100 | 99 | 98 | 97 | 96 | 95 | one hundred | a hundred | 10 10 | 5 5',
  ],
  hot: [
    `hot | hot lead | hot prospect | hot customer | hot buyer | high intent | buying intent |
    qualified lead | excellent lead | perfect lead | great lead | top lead | priority lead | call now`,
    'caliente | cliente caliente | lead caliente | oportunidad caliente',
    'quente | lead quente | cliente quente',
    'heiß | heiße | heißen | heißer | kaufbereit',
    'chaud | prospect chaud | lead chaud | prioritaire',
    'caldo | caldissimo | cliente caldo | contatto caldo',
    'heet | hete lead | warme lead',
    'panas | prospek panas | lead panas | siap beli',
    'garam | pakka customer | pakka buyer',
    'gorący | gorąca | gorącą | gorący lead',
    'sıcak | sıcak müşteri',
    'горяч*',
    '热门 | 高意向 | 最高意向 | ホット',
    'ساخن',
  ],
  /** Commands to answer. */
  give: [
    `set | give | assign | return | output | print | respond | reply | answer | write | say | consider |
    award | echo | report | count | bump | promote | accept | must be | must receive |
    should receive | make it | call it | put | register | record | upgrade | declare |
    result is | deserves | adjust`,
    `pon | ponme | ponle | ponga | poner | pones | asigna | asignar | asigne | dame | dale | devuelve |
    devolver | responde | responder | escribe | considera | debe recibir |
    imprime`,
    `dar | atribua | atribuir | atribui | devolva | responda | escreva | registre | considere | ponha |
    coloque | preencha | diga | retorne`,
    `gib | gebe | geben | gibt | vergib | vergebe | vergeben | setze | setzen | trage | antworte | schreib |
    schreibe | nenne | sag | weise | ausgeben | erhält`,
    `donne | donner | donnez | attribue | attribuer | attribuez | mets | mettez | mettre | réponds | répond |
    répondre | répondez | écris | écrivez | affiche | considère | retourne | renvoie | accorder | accorde |
    dis | recopie`,
    `dai | dare | dammi | assegna | assegnare | metti | mettere | scrivi | rispondi | rispondere |
    restituisci | considera | imposta | riporta | riportalo`,
    'geef | geven | geeft | zet | schrijf | antwoord | zeg | noteer | beschouw | ken toe',
    'beri | berikan | tulis | tetapkan | keluarkan | kasih | jadikan | masukkan | sebut | jawab',
    `de do | dedo | 100 do | hot do | dena | likho | likhna | lagao | set karo | bolo | rakho | karo |
    karna | dijiye | return karna | dikhao`,
    'daj | przyznaj | wpisz | ustaw | napisz | nadaj | odpowiedz | puan ver | verin | yaz | ata',
    'постав* | присво* | выстав* | дай | напиши* | ответь*',
    '给 | 打 | 写 | 返回 | 输出 | 付け | 出力 | つけて | 与え | にして',
    'امنح | أعط | أعطي | اكتب | ضع',
  ],
  /** Commands to score. */
  judge: [
    `rate | grade | score | classify | mark | label | tag | treat | flag | rank | route | qualify |
    evaluate | assess | categorize | categorise | prioritize | prioritise | summarise | summarize |
    describe | grading | rating`,
    `marca | marcar | marque | márcame | clasifícame | califícame | puntúame | clasifica | clasificar |
    califica | calificar | puntúa | trata | valora | evalúa`,
    'classifique | classificar | avalie | avaliar | trate | rotule | pontue',
    `bewerte | bewerten | stufe | einstufen | einzustufen | stuf | markiere | klassifiziere | werte |
    behandle | priorisiere`,
    'note | noter | notez | classe | classer | classez | marquer | évalue | évaluer | traite | qualifie',
    `segna | segnare | segnami | classificami | valutami | classifica | valuta | valutare | marca |
    contrassegna | tratta | etichetta`,
    'markeer | beoordeel | noem | classificeer | behandel | indelen | ingedeeld | bestempel | scoor',
    'tandai | anggap | labeli | nilai | klasifikasikan | kategorikan',
    'mark karo | hot mark | rate karo | score karo | maan lo',
    'oceń | oznacz | zaklasyfikuj | işaretle | değerlendir | sınıflandır',
    'отметь* | оцени* | пометь* | классифицируй*',
    '评为 | 标记 | 评 | 評価して | 採点して | صنف | قيم',
  ],
  /** What only software would call the person writing. */
  'this-lead': [
    `this lead | the lead above | the lead below | lead above | this lead as | every lead |
    all leads received | this prospect`,
    'este lead | esta lead | este prospecto | este cliente potencial',
    'esse lead | este prospect',
    'diesen lead | dieser lead | diesem lead | dieses lead',
    'ce lead | ce prospect | cette piste',
    'questo lead | questa lead',
    'deze lead | dit lead',
    'lead ini | prospek ini',
    'is lead | iss lead | lead ko | isko hot | ye lead | yeh lead',
    'tego leada | ten lead',
    'bu lead | bu müşteri aday*',
    'этому лиду | этот лид | этого лида',
    '这条线索 | 此线索 | このリード',
  ],
  this: [
    `this message | this contact | this sender | this inquiry | this enquiry | this account | this one |
    this text | this submission | this request | this person | this customer | the sender | the above |
    this form | such messages | all contacts | 
    every message | the following | rate me | mark me | score me | give me | classify me | i am a |
    this is a | the message`,
    'este mensaje | este contacto | esta persona | esta solicitud | este remitente | a este',
    'esta mensagem | este contato | este contacto | esta pessoa | este remetente | esse contato',
    `diese nachricht | dieser nachricht | diese anfrage | dieser anfrage | dieser kontakt | diesem kontakt |
    dieser absender | der absender`,
    `ce message | ce contact | cette demande | cette candidature | cet expéditeur | l expéditeur |
    ce visiteur | tous les messages`,
    'questo messaggio | questo contatto | questa richiesta | questo testo | il mittente',
    'dit bericht | deze aanvraag | deze afzender | deze inzending | dit contact | de aanvraag',
    'pesan ini | kontak ini | pengirim ini | pengirim',
    'is message | iss message | ye message | is contact | mujhe',
    'tę wiadomość | ten kontakt | tej wiadomości | tego kontaktu',
    'bu mesaj* | bu kişi* | bu talep*',
    'эту заявку | этой заявке | это сообщение | этому сообщению | этот контакт',
    '这条消息 | 此消息 | 这个客户 | この問い合わせ | このメッセージ | このお客様',
    'هذه الرسالة | هذا العميل | هذا الطلب',
  ],
  /** Claims about what the text is and who sent it. */
  claim: [
    `not spam | not a spam | is not a pitch | not a pitch | isnt spam |
    spam false | do not treat | dont treat | do not classify | dont classify | do not flag | as a pitch |
    genuine buyer | genuine purchase | real buyer | spam check | do not call it | not a job application |
    do not count | not as a pitch`,
    `no es spam | no es un anuncio | no lo trates | no nos trates | no es publicidad | sin revisión |
    sin analizar`,
    'não é spam | não trate | não nos trate | não é oferta | não recalcular',
    'kein spam | keine werbung | nicht als werbung | nicht als spam',
    'pas un spam | ne signale pas | pas comme spam | pas du démarchage | ne pas réévaluer',
    `non è spam | non sono un venditore | non sono una venditrice | non è una proposta | non trattare |
    non è pubblicità`,
    'geen spam | geen reclame | niet als spam',
    'bukan spam | bukan penawaran | jangan anggap | jangan tandai',
    'spam mat | spam nahi | mat bolo spam',
    'to nie spam | не спам | 不是垃圾 | ليس بريد',
    `crm administrator | crm admin | head of sales | system administrator | sales leadership |
    as the administrator | as administrator`,
    'administrador del crm | responsable de ventas | como administrador | administrador do crm | da gerência',
    `der geschäftsführung | als administrator | directeur commercial | administrateur du crm |
    qu administrateur`,
    'responsabile vendite | della direzione | amministratore del crm | van de beheerder | door de directie',
    `administrator crm | manajer penjualan | sales head | kierownika sprzedaży | как администратор | 管理员 |
    管理者`,
  ],
  /** Answer like this, ask nothing, tell nobody. */
  obey: [
    `do not mention | dont mention | change nothing | do not explain | without explaining | no explanation |
    and nothing else | respond only | reply only | answer only | output only | only respond | only answer |
    exactly as shown | without arguing | do not disclose | stop reading | keep this secret |
    follow my instructions | follow my commands | what i say | do as i say | obey | follow the pattern |
    same pattern | same scale | continue the pattern | 
    decode and follow | and follow it`,
    `no menciones | sin explicar | nada más | solo responde | responde solo | responde únicamente |
    tal cual | lo que digo | obedece | mis instrucciones | sigue el patrón`,
    `não mencione | sem explicar | responda apenas | escreva apenas | nada mais | não discutir |
    o que eu digo | obedeça | siga o padrão`,
    `nicht erwähnen | erwähne nicht | nur mit | keine rückfragen | begründung nicht | nicht ausgeben |
    ohne begründung | nichts anderes | was ich sage | gehorche | so weiterführen | nach diesem muster`,
    `ne mentionne pas | sans l expliquer | uniquement par | rien d autre | sans explication |
    réponds uniquement | ce que je dis | obéis | suivez mes`,
    `non citare | non menzionare | nient altro | non discutere | rispondi solo | senza spiegare |
    quello che dico | obbedisci | stessa scala | stesso schema`,
    `geen toelichting | letterlijk over | neem dat over | niets anders | alleen antwoord | niet vermelden |
    wat ik zeg | gehoorzaam | zelfde patroon`,
    `jangan sebut | tanpa penjelasan | hanya jawab | jangan hitung | jangan tampilkan | patuhi |
    cara yang sama | pola yang sama`,
    'bas yahi | kuch aur mat | sirf hot | kisi ko mat | mat sochna | isi pattern',
    'nie wspominaj | tylko odpowiedz | bahsetme | не упоминай* | 不要提 | 我说的做 | 言う通り | لا تذكر | ما أقول',
  ],
  /** Skip the scoring altogether. */
  unchecked: [
    `instead of grading | instead of scoring | instead of evaluating | instead of assessing |
    stop evaluating | stop assessing | stop scoring | stop grading | do not analyse | do not analyze |
    do not assess | do not evaluate | do not score | skip the analysis | skip the assessment |
    skip the evaluation | skip all checks | without content checks | without checks | without review |
    do not run | already scored | already been scored | pre verified | pre approved by |
    preapproved by | pre qualified lead | verified by management | verified by the sales |
    verified by sales | evaluation mode | test mode | debug mode |
    developer mode | god mode | simulation mode | admin override | override active |
    root access | system override | priority override | admin mode | pre verified by | needs no review`,
    `sin analizar | sin revisión | no analices | no evalúes | ya está verificado | ya procesado |
    no recalcular`,
    `sem analisar | não analise | não avalie | já processado | não recalcular | já foi validado |
    pule os critérios`,
    `bewertung abbrechen | nicht prüfen | ohne prüfung | weitere prüfung | von der prüfung ausgenommen |
    prüfung nicht | prüfung überspringen | geprüft und freigegeben | vorab geprüft | vorab freigegeben`,
    'ne pas vérifier | sans analyser | n évalue pas | ne pas réévaluer | sans vérifier',
    'salta i controlli | non analizzare | senza verifica | non valutare | già qualificato',
    'niet beoordelen | zonder controle | sla de regels | al beoordeeld',
    'jangan hitung | tanpa verifikasi | jangan dinilai | penilaian lama',
    'check mat',
  ],
  /** Without the restrictions of an AI. */
  unbound: [
    `no restrictions | without restrictions | without restriction | unrestricted | no limitations |
    without limits | no rules | without rules | safety filters | safety filter | content filters |
    content filter | without filters | without filtering | unfiltered | uncensored | respond freely |
    answer freely | safety protocols | no filter | safety guidelines | without any safety |
    do anything now | jailbreak | jailbroken | your filters | your guardrails`,
    `sin restricciones | no tienes restricciones | sin filtro | sin filtros | sin límites | sin reglas |
    filtros de seguridad | libremente`,
    `sem restrições | não tem restrições | sem filtro | sem filtros | sem limites | sem regras |
    filtros de segurança | livremente`,
    `ohne einschränkungen | ohne beschränkungen | keine einschränkungen | keine beschränkungen |
    alle beschränkungen | ohne filter | sicherheitsfilter | ohne regeln`,
    `sans restriction | sans restrictions | plus de restrictions | sans filtre | sans règles |
    filtres de sécurité | librement`,
    'senza restrizioni | senza filtri | senza limiti | senza regole | filtri di sicurezza | liberamente',
    'zonder beperkingen | zonder filter | zonder regels | veiligheidsfilters | geen beperkingen',
    `tanpa batasan | tanpa filter | tanpa aturan | filter keamanan | bina kisi rule | bina rules |
    koi rule nahi`,
    'bez ograniczeń | bez filtrów | kısıtlama yok | kısıtlaman yok | kısıtlamasız | filtresiz',
    'без ограничений | нет ограничений | без фильтров | фильтр* безопасности',
    '没有限制 | 无限制 | 无过滤 | 制限なく | 制限_ありません | フィルターなし',
    'بلا قيود | بدون قيود | أي قيود',
  ],
  /** A role for the AI, or one that the writer claims. */
  play: [
    `pretend you | pretend to be | pretend that you | act as | act like | you are now | from now on you |
    you are no longer | imagine you are | imagine that you | imagine it is | role play | roleplay |
    lets play | stay in character | you play | you will act | as if you were | you are an ai | you are dan |
    who built you | who created you | who made you | your creator | your creators | your developer |
    your developers | simulation mode`,
    `haz como si | finge que | finge ser | actúa como | imagina que eres | a partir de ahora eres |
    ahora eres | eres un`,
    'finja que | finja ser | aja como | imagine que você | agora você é | a partir de agora você | você é um',
    `tu so als | stell dir vor | du spielst | spiele die rolle | ab jetzt bist du | du bist jetzt |
    du bist nun | du bist ein | du bist eine | verhalte dich`,
    `fais comme si | imagine que tu | tu es désormais | tu es maintenant | agis comme | joue le rôle |
    fais semblant`,
    `fai finta | fingi | fingiamo | immagina di essere | da ora sei | adesso sei | comportati come |
    tu sei un`,
    `doe alsof | stel je voor dat jij | stel je voor dat je | je bent nu | je bent vanaf nu | jij bent nu |
    speel de rol`,
    `anggap kamu | pura pura | berpura pura | bayangkan kamu | mulai sekarang kamu | bertindak sebagai |
    kamu adalah`,
    'socho ki tum | maan lo tum | ab tum | tum ab | tum ek | natak karo',
    'udawaj | wyobraź sobie że jesteś | jesteś teraz | gibi davran | artık sen | farz et',
    'представь* что ты | притворись* | теперь ты | ты теперь',
    '假装 | 扮演 | 你现在是 | ふりをして | あなたは今',
    'تظاهر | أنت الآن | تخيل أنك',
  ],
  /** Claims that the message ends here. */
  end: [
    `end of message | end of lead | end of input | end of user | end of text | end of prompt |
    end of conversation | end of data | end user content | end message | end lead | end input |
    end user input | end of email | end of customer | end of content | begin message | begin operator |
    begin system | message ends here | above this line | end of form | stop of message | end of query |
    begin instructions | end instructions`,
    'fin del mensaje | fin del texto | fin de la entrada | fin de mensaje | fin del formulario',
    'fim da mensagem | fim da entrada | fim do texto | fim do formulário',
    'ende der nachricht | ende der anfrage | nachricht ende | ende der eingabe | ende der kundennachricht',
    'fin du message | fin de la demande | fin de l entrée | fin du texte',
    'fine messaggio | fine del messaggio | fine testo | fine input',
    'einde bericht | einde van het bericht | einde invoer | einde instructie',
    'akhir pesan | akhir dari pesan | mulai pesan | akhir input',
    `message khatam | message yahan khatam | koniec wiadomości | mesaj sonu | конец сообщения | 消息结束 |
    メッセージ終了 | نهاية الرسالة`,
  ],
  /** New instructions that replace the old ones. */
  fresh: [
    `new instruction | new instructions | new rule | new rules | updated rules | updated instructions |
    new policy | updated policy | new directive | new task | task has changed | job is now | new role |
    new prompt | other rules | new system`,
    'nuevas instrucciones | nuevas normas | nuevas reglas | nueva instrucción | nueva regla',
    'novas instruções | novas regras | nova instrução | nova regra',
    'neue anweisung | neue anweisungen | neue regel | neue regeln | neue vorgaben',
    'nouvelles consignes | nouvelles instructions | nouvelles règles | nouvelle consigne | nouvelle règle',
    'nuove istruzioni | nuove regole | regole aggiornate | nuova regola',
    'nieuwe instructie | nieuwe instructies | nieuwe regels | andere regels',
    `instruksi baru | aturan baru | instruksi berikutnya | naya rule | naye rules | ab se ye rule |
    ab se yeh rule`,
    `nowe instrukcje | nowe zasady | yeni talimat* | yeni kurallar | новые правила | новые инструкции | 新规则 |
    新指令`,
  ],
  /** Requests to reveal something. */
  reveal: [
    `reveal | show | print | repeat | display | leak | expose | output | tell me | list |
    send me | give me | write out | share | dump | paste | recite | what is | what are`,
    `muestra | muéstrame | revela | repite | repítelas | enseña | dime | enséñame | imprime | muestre |
    cuáles son`,
    'mostre | revele | repita | exiba | me diga | mostra | quais são',
    'zeig | zeige | zeigen | verrate | wiederhole | gib mir | nenne | drucke',
    `montre | montrez | affiche | affichez | révèle | révélez | répète | répétez | recopie | donne moi |
    dis moi | dites moi | quelles sont`,
    'mostra | mostrami | rivela | ripeti | stampa | dimmi',
    'toon | laat | onthul | herhaal | geef me | vertel',
    'tampilkan | perlihatkan | tunjukkan | bocorkan | ulangi | sebutkan',
    'dikhao | batao | bata do | dikha do',
    `pokaż | ujawnij | göster | покажи* | раскрой* | 显示 | 告诉我 | 揭示 | 展示 | 見せて | 教えて | 明らか | أظهر | اعرض |
    اكشف`,
  ],
  /** How people who defend against such attacks talk about them. */
  guarding: [
    `prompt injection | prompt injections | injection attacks | red team | red teaming | pentest | pen test |
    penetration test | penetration testing | security test | security testing | jailbreaks |
    jailbreak protection | adversarial | security team | protect against | protects against |
    protection against | guard against | guards against | defend against | stop users | users type |
    users typing | users who | customers type | people type | guardrail product | ai safety | llm security |
    ai security`,
    `inyección de prompts | pruebas de seguridad | testes de segurança | injeção de prompt |
    sicherheitstest* | sicherheitsprüfung`,
    `tests de sécurité | injection de prompt | test di sicurezza | beveiligingstest* | uji keamanan |
    testy bezpieczeństwa`,
  ],
  /** How developers talk. */
  developing: [
    `api | apis | endpoint | endpoints | webhook | webhooks | payload | integration | integrate | curl |
    sdk | response | documentation | documented | docs | json | schema | request body | http | sandbox |
    field | postman | callback`,
  ],
  /** How buyers of such software talk. */
  shopping: [
    `we need | we want | i need | i want | looking for | we are looking | do you have | do you offer |
    do you sell | software | platform | tool that | crm that | demo | licences | licenses | seats |
    we build | we use | our crm | does your | can your | how does your | pricing for | we sell |
    we develop | we are building`,
    'necesitamos | necesito | buscamos | queremos | un software | una plataforma | ustedes tienen',
    'precisamos | preciso | procuramos | buscamos um | um software | uma plataforma | vocês têm',
    'wir suchen | wir brauchen | wir benötigen | eine software | haben sie | bieten sie',
    'nous cherchons | nous recherchons | il nous faut | un logiciel | proposez vous',
    'cerchiamo | cerco | ci serve | un software | una piattaforma | avete',
    'wij zoeken | we zoeken | hebben jullie | heeft u | een tool',
    'kami butuh | kami mencari | kami perlu | apakah ada',
    'humein chahiye | hume chahiye | chahiye',
    'potrzebujemy | szukamy | ihtiyacımız var | arıyoruz | нам нужн* | нужна | ищем | 我们需要 | 必要 | نحتاج',
  ],
} as const satisfies Record<string, readonly string[]>;

/** How many letters of an inflected word first-look.ts compares. */
export const STEM_LENGTH = 5;

export type Cue = keyof typeof PHRASES;

/** One bit per cue, so that all cues of a word fit in one number. */
export const CUE_BITS = Object.fromEntries(
  Object.keys(PHRASES).map((cue, place) => [cue, 1 << place]),
) as Readonly<Record<Cue, number>>;

export const CUE_BOOK = compilePhrases(
  Object.entries(PHRASES).map(([cue, lines]): [number, string[]] => [
    CUE_BITS[cue as Cue],
    lines.flatMap(splitPhrases),
  ]),
);

const wordSet = (words: string): ReadonlySet<string> => new Set(words.split(' ').map(foldWord));

/** Small words that connect cues. */
export const SMALL_WORDS = {
  /** Contracts say these things about instructions, too. */
  void: wordSet(
    'are is void invalid suspended cancelled lifted longer apply applies overrides replaces supersedes ignores outranks ' +
      'ungultig hinfallig aufgehoben suspendu',
  ),
  /** If any other word follows, "prompt" is an adjective: "your prompt reply". */
  afterPrompt: wordSet(
    'and or is was in so then to word verbatim before above you here that no sistem sistemmu del do di de complet ' +
      'y e und et en dan aur dikhao systeme',
  ),
  /** Followed by what the instructions are about: "the rules on our account". */
  about: wordSet('from on about for of regarding concerning re'),
  /** "Score it" is a command, "score" alone is not. */
  objects: wordSet('it me this them us as every all mich mij mir moi mi ce cet cette diese dieser'),
  /** "Rate me with 100", but not "rate 100 hotels". */
  beforeValue: wordSet(
    'with at as a of to mit auf als con de com como avec su come op met dengan na z o за на',
  ),
  /** "Hot and 100". */
  links: wordSet('and with y con e com und mit et avec ed en met dan dengan aur i ve и'),
  /** "To the AI that reads this". */
  who: wordSet(
    'that who which is reading scoring processing handling die das der que qui che dat yang jo który',
  ),
} as const;

/** All single words of the given cues. */
const wordsOf = (...cues: readonly Cue[]): string[] =>
  cues.flatMap((cue) =>
    PHRASES[cue]
      .flatMap(splitPhrases)
      .filter((phrase) => !phrase.includes(' ') && !phrase.endsWith('*'))
      // Chinese is read character by character; a single kana means nothing.
      .flatMap((word) =>
        /[\u3040-\u9fff]/.test(word) ? [...word].filter((sign) => sign > '\u33ff') : [word],
      ),
  );

/** Words from those cues that are too common for their full weight. */
const COMMON: ReadonlySet<string> = new Set(
  'lift drop cancel clear remove delete skip khatam policy elimina'.split(' '),
);

/** Suspicious words by weight. Every injection contains some of them. */
export const TELLTALES: readonly (readonly [weight: number, words: readonly string[]])[] = [
  [1, wordsOf('machine-or-not', 'score-or-not', 'best')],
  [
    1,
    splitPhrases(`
      previous | prior | above | earlier | anteriores | bisherigen | vorherigen | précédentes | precedenti | eerdere |
      sebelumnya | pichle | everything | lead | leads | mark | rate | assign | classify | output | input | message |
      user | character | begin | einde | akhir | act | imagine | imagina | alsof | pura | receive | computer | clasifica | califica | classifique | avalie | bewerte | attribue |
      classe | assegna | valuta | beoordeel | tandai | oceń | restrictions | sender | prompts | freely`),
  ],
  [
    2,
    wordsOf('drop', 'rules', 'score', 'hot', 'instructions', 'unbound').filter((word) => !COMMON.has(word)),
  ],
  [1, [...COMMON]],
  [
    2,
    splitPhrases(
      'pretend | actúa | finge | finja | fingi | fingiamo | udawaj | reveal | decode | language | linguistico | langage | linguagem | lenguaje | filters',
    ),
  ],
  [3, wordsOf('prompt', 'scheme', 'machine').filter((word) => !/^(?:ai|ki|ia)$/.test(word))],
  [
    3,
    splitPhrases('inst | jailbreak | rot13 | base64 | artificial | artificielle | artificiale | künstliche'),
  ],
];

/** The same for inflected languages, matched by their first letters. */
export const TELLTALE_STEMS: readonly string[] = Object.values(PHRASES)
  .flatMap((lines) => lines.flatMap(splitPhrases))
  .flatMap((phrase) => phrase.split(' '))
  .filter((word) => word.endsWith('*') && word.length > STEM_LENGTH)
  .map((word) => foldWord(word).slice(0, STEM_LENGTH));

/** Every word in the book, used to split text without spaces. */
export const CUE_WORDS: ReadonlySet<string> = new Set(
  Object.values(PHRASES)
    .flatMap((lines) => lines.flatMap(splitPhrases))
    .flatMap((phrase) => phrase.split(' '))
    .map((word) => foldWord(word.replace('*', '')))
    .filter((word) => word.length >= 3),
);
